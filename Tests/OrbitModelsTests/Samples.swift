import Foundation
import OrbitModels
import Testing

private func instant(_ text: String) throws -> Date {
    try #require(RFC3339.date(from: text))
}

private func day(_ text: String) throws -> CalendarDay {
    try #require(CalendarDay(text))
}

private func zone() throws -> TimeZone {
    try #require(TimeZone(identifier: "America/Los_Angeles"))
}

private func dusk() throws -> TimeSpan {
    try #require(TimeSpan(start: instant("2026-11-24T01:00:00Z"), end: instant("2026-11-24T02:30:00Z")))
}

private func maya() throws -> Profile {
    try Profile(
        name: "Maya Patel",
        birthMonth: BirthMonth("2005-04"),
        statedAge: 21,
        major: "Physics",
        location: Location(
            city: "Berkeley", state: "CA", coordinates: Coordinates(latitude: 37.87, longitude: -122.27)),
        bio: "Stargazing, ramen and bad puns 🌱",
        photos: [Photo(id: "ph_1", url: "https://orbit.example/photos/ph_1")],
        interests: ["Music", "Food & Cooking", "Urban beekeeping"].map { Interest($0) },
        personality: Personality(introvertExtrovert: UnitInterval(0.25), activeRelaxed: UnitInterval(1)),
        socialPreferences: SocialPreferences(
            groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings, .weekends]),
        friendshipGoals: [.studyBuddies, FriendshipGoal(rawValue: "band_mates")],
        availability: WeeklyAvailability(
            timeZone: zone(),
            hours: HourSet(
                [(Weekday.tuesday, 17), (.tuesday, 18), (.sunday, 10)].compactMap { HourOfWeek($0, hour: $1) })),
        sports: [SportEntry(sport: .climbing, level: .beginner)],
        socials: Socials(["instagram": "maya.draws"]),
        visibility: ProfileVisibility(settings: [
            "bio": .matches, "photos": .attendees, "stars": Audience(rawValue: "astronomers"),
        ]))
}

extension Sample {
    static func current() throws -> [Sample] {
        try [
            Sample("profile", maya()),
            Sample("profile-minimal", Profile(name: "李雷")),
            Sample("person", Person(id: "u_1", profile: Profile(name: "Maya Patel", statedAge: 21))),
            Sample(
                "user",
                User(
                    id: "u_1", email: "maya@berkeley.edu", profileComplete: true,
                    createdAt: instant("2026-09-01T08:30:00.250Z"), profile: Profile(name: "Maya Patel"))),
            Sample(
                "university",
                University(
                    name: "Universidad de Buenos Aires", country: "Argentina", alphaTwoCode: "AR", domains: ["uba.ar"],
                    webPages: ["http://www.uba.ar/"])),
            Sample(
                "auth-grant",
                AuthGrant(
                    accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"), expiresIn: 900,
                    isNewUser: true, userID: "u_1")),
            Sample(
                "auth-session",
                AuthSession(
                    userID: "u_1", accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"),
                    issuedAt: instant("2026-11-21T15:00:00Z"), accessExpiresAt: instant("2026-11-21T15:15:00Z"))),
            Sample(
                "match",
                Match(
                    id: "m_1", date: day("2026-11-21"), partnerID: "u_2",
                    partnerName: "Ben", partnerMajor: "History", origin: .chance,
                    groupID: "g_1", status: .active,
                    createdAt: instant("2026-11-21T08:00:00Z"), endsAt: instant("2026-12-22T05:00:00Z"))),
            Sample(
                "poke",
                Poke(
                    id: "p_1", fromUserID: "u_1", toUserID: "u_2", note: .coffee, status: .pending,
                    createdAt: instant("2026-11-21T08:00:00Z"), expiresAt: instant("2026-12-05T08:00:00Z"))),
            Sample("meetup", meetup()),
            Sample(
                "invitation",
                Invitation(
                    id: "i_1", meetupID: "e_1", inviterID: "u_1", inviteeID: "u_2", reply: .maybe, companions: 1,
                    maxCompanions: 2, role: .coHost, createdAt: instant("2026-11-21T09:00:00Z"),
                    respondBy: instant("2026-11-23T09:00:00Z"))),
            Sample(
                "join-request",
                JoinRequest(
                    id: "j_1", meetupID: "e_1", requesterID: "u_3", message: "I have a racket.", companions: 1,
                    status: .declined, reason: .level, createdAt: instant("2026-11-21T09:00:00Z"),
                    expiresAt: instant("2026-11-24T01:00:00Z"), decidedAt: instant("2026-11-21T10:00:00Z"))),
            Sample(
                "attendance",
                Attendance(
                    userID: "u_2", state: .reconfirmed, companions: 1, since: instant("2026-11-21T09:00:00Z"))),
            Sample(
                "meetup-post",
                MeetupPost(
                    id: "p_2", meetupID: "e_1", authorID: "u_2", parentID: "p_1", text: "I bring balls.",
                    likeCount: 2, isLiked: true, commentCount: 0, createdAt: instant("2026-11-21T09:00:00Z"),
                    deletedAt: instant("2026-11-21T10:00:00Z"))),
            Sample("conversation", conversation()),
            Sample("message", message()),
            Sample(
                "message-deleted",
                Message(
                    id: "n_2", conversationID: "c_1", seq: 2, clientID: "k_2", senderID: "u_1",
                    reactions: [Reaction(emoji: #require(Emoji("👍🏽")), userIDs: ["u_2", "u_3"])],
                    createdAt: instant("2026-11-21T09:00:00Z"), deletedAt: instant("2026-11-21T10:00:00Z"),
                    version: 3)),
            Sample("proposal", proposal()),
            Sample("typing-intervals", TypingIntervals.standard),
            Sample("user-rating", rating()),
            Sample(
                "reputation-stats",
                ReputationStats(
                    averageRating: 4.5, ratingLow: 4, ratingHigh: 5, ratersAtLeast: 10, tags: [.friendly],
                    reliability: .high, attendedAtLeast: 10, hostedAtLeast: 5, isCertified: true)),
            Sample(
                "attendance-counts",
                AttendanceCounts(kept: 12, late: 1, cancelledLate: 2, noShow: 1, hosted: 3)),
            Sample(
                "decision",
                Decision(
                    id: "d_1", action: .suspend, reason: .insult, about: .photo("ph_1", of: "u_2"),
                    until: instant("2026-11-28T10:00:00Z"), decidedAt: instant("2026-11-21T10:00:00Z"),
                    state: .lifted, appeal: .upheld)),
        ]
    }

    static func older() throws -> [Sample] {
        try [
            Sample(
                "profile",
                Profile(
                    name: "Maya Patel",
                    statedAge: 20,
                    location: Location(
                        city: "Berkeley", state: "CA", coordinates: Coordinates(latitude: 37.8715, longitude: -122.273)),
                    bio: "Hi!",
                    photos: [
                        Photo(id: "https://storage.example/u1/p0.jpg", url: "https://storage.example/u1/p0.jpg")
                    ],
                    interests: ["sports_fitness", "food_cooking"].map { Interest($0) },
                    personality: Personality(
                        introvertExtrovert: UnitInterval(0.42), spontaneousPlanner: UnitInterval(0.7),
                        activeRelaxed: UnitInterval(0.15)),
                    socialPreferences: SocialPreferences(
                        groupSize: .small, meetingFrequency: .biweekly, preferredTimes: [.evenings, .weekends]),
                    friendshipGoals: [.studyBuddies])),
            Sample(
                "user-with-address-as-phone-number",
                User(
                    id: "7", email: "maya@berkeley.edu", profileComplete: false,
                    createdAt: instant("2026-09-01T08:30:00Z"))
            ),
            Sample(
                "user-in-camel-case",
                User(
                    id: "u_7", email: "maya@berkeley.edu", profileComplete: false,
                    createdAt: instant("2026-09-01T08:30:00Z"), profile: Profile(name: "Maya", major: "Physics"))),
            Sample(
                "auth-grant",
                AuthGrant(
                    accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"), expiresIn: 900,
                    isNewUser: false, userID: "42")),
            Sample(
                "match",
                Match(
                    id: "m_1", date: day("2026-11-21"), partnerID: "u_2",
                    partnerName: "Ben", status: MatchStatus(rawValue: "pending_review"),
                    createdAt: instant("2026-11-21T08:00:00Z"))),
            Sample(
                "study-event",
                Meetup(
                    id: "0B4E6D5C-1F7A-4B0E-9C3D-2A1B3C4D5E6F", hostID: "maya",
                    plan: MeetupPlan(
                        title: "Algebra", description: "Chapter 3", eventType: .languageExchange,
                        interestTags: [Interest("Reading")], span: dusk(), timeZone: .gmt,
                        place: Place(coordinates: Coordinates(latitude: -34.6037, longitude: -58.3816)),
                        approval: .automatic),
                    createdAt: dusk().start)),
            Sample("user-rating", olderRating(from: "maya", to: "ben")),
            Sample("user-rating-of-event", olderRating(from: "u_1", to: "u_2")),
        ]
    }

    private static func message() throws -> Message {
        try Message(
            id: "n_1", conversationID: "c_1", seq: 7, clientID: "k_1", kind: MessageKind(rawValue: "voice"),
            senderID: "u_2", text: "Coffee at four?",
            replyTo: MessageReference(messageID: "n_0", seq: 6, senderID: "u_1", excerpt: "When?"), proposalID: "q_1",
            reactions: [Reaction(emoji: #require(Emoji("❤️")), userIDs: ["u_1"])],
            createdAt: instant("2026-11-21T09:00:00Z"), editedAt: instant("2026-11-21T09:05:00Z"),
            deletedAt: instant("2026-11-21T10:00:00Z"), version: 4)
    }

    private static func conversation() throws -> Conversation {
        try Conversation(
            id: "c_1", kind: .meetup, origin: .meetup("e_1"), title: "Tennis at dusk",
            participants: [
                ConversationParticipant(userID: "u_1", name: "Maya Patel"),
                ConversationParticipant(userID: "u_2", name: "Ben", readThrough: 6),
            ],
            isMuted: true, isOpen: false, lastMessage: message(), lastSeq: 7, readThrough: 5, unreadCount: 2,
            updatedAt: instant("2026-11-21T10:00:00Z"), createdAt: instant("2026-11-20T09:00:00Z"))
    }

    private static func proposal() throws -> Proposal {
        let slot = try ProposalSlot(startsAt: dusk().start, endsAt: dusk().end)
        return try Proposal(
            id: "q_1", conversationID: "c_1", messageID: "n_1", proposerID: "u_2", title: "Coffee",
            place: Place(name: "Blue Door"), timeZone: zone(), slots: [slot], counteredID: "q_0",
            answers: [
                ProposalAnswer(
                    userID: "u_1", answer: .accepted, startsAt: slot.startsAt, at: instant("2026-11-21T10:00:00Z"))
            ],
            state: .accepted, acceptedSlot: slot, meetupID: "e_1", createdAt: instant("2026-11-21T09:00:00Z"),
            expiresAt: slot.startsAt, version: 2)
    }

    private static func meetup() throws -> Meetup {
        try Meetup(
            id: "e_1", hostID: "u_1",
            plan: MeetupPlan(
                title: "Tennis at dusk", description: "Bring a racket.", eventType: .social, sport: .tennis,
                sportLevel: .intermediate, interestTags: [Interest("sports_fitness")], span: dusk(), timeZone: zone(),
                place: Place(
                    id: "courts", name: "Court 3", address: "2305 Bancroft Way", room: "3",
                    coordinates: Coordinates(latitude: 37.8, longitude: -122.25)),
                capacity: 4, visibility: .matches, approval: .host, joinBy: instant("2026-11-23T20:00:00Z"),
                asksToReconfirm: true),
            status: .cancelled, cancelReason: .weather, attendance: .offered,
            offerExpiresAt: instant("2026-11-22T09:00:00Z"), goingCount: 3, waitingCount: 2,
            series: SeriesPosition(
                id: "s_1", rule: "FREQ=WEEKLY;COUNT=8", occurrence: #require(LocalDateTime("2026-11-23T17:00:00"))),
            isHostCertified: true, revision: 2, createdAt: instant("2026-11-20T09:00:00Z"),
            updatedAt: instant("2026-11-21T09:00:00Z"))
    }

    private static func rating() throws -> UserRating {
        try UserRating(
            id: "r_1", raterID: "u_1", rateeID: "u_2", meetupID: "e_1", stars: #require(Stars(5)),
            tags: [.friendly, RatingTag(rawValue: "brought_cake")], note: "Kind and on time.",
            createdAt: instant("2026-11-25T09:00:00Z"), editableUntil: instant("2026-11-26T09:00:00Z"),
            shownAt: instant("2026-12-08T18:00:00Z"))
    }

    private static func olderRating(from rater: UserID, to ratee: UserID) throws -> UserRating {
        let given = try instant("2026-11-25T09:00:00Z")
        return try UserRating(
            id: "r_1", raterID: rater, rateeID: ratee, meetupID: "e_1", stars: #require(Stars(5)),
            note: "Kind and on time.", createdAt: given, editableUntil: given, shownAt: given)
    }
}
