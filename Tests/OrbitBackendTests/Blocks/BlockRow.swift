/// What an operation of the contract has to do with two people when one has blocked the other.
enum BlockRow: Sendable {
    /// Reads, and shows each of the two to the other; after the block it does not, and what belongs to the other, or stands
    /// between the two, is answered as what never existed.
    case shows
    /// Reads, and names no other person; what it is asked about is answered as after ``shows``.
    case silent(_ reason: String)
    /// Acts on the other, on what belongs to them or on what stands between the two; after the block, as on what never
    /// existed.
    case acts
    /// Acts on what is the caller's alone.
    case own
    /// Names the other and says the same to whatever it names, as it is the caller's own note that it changes.
    case alike
    /// Does not answer as if the other had never existed.
    case excepted(_ reason: String)
    /// Neither of the two is its caller.
    case outside(_ reason: String)

    /// By `operationId`, one for each operation.
    static let all: [String: BlockRow] = reads.merging(writes) { first, _ in first }

    private static let moderation = BlockRow.outside("Moderators see whom they decide about.")
    private static let open = BlockRow.outside("Without a session the caller is no one in particular.")
    private static let caller = BlockRow.silent("It is about the caller alone.")
    private static let count = BlockRow.silent("It counts people, and names none.")

    private static let reads: [String: BlockRow] = [
        "browseMeetups": .shows, "discoverPeople": .shows, "exportMe": .shows, "listAttendees": .shows,
        "listComments": .shows, "listDueRatings": .shows, "listGivenRatings": .shows, "listIncomingPokes": .shows,
        "listInvitations": .shows, "listJoinRequests": .shows, "listLessLike": .shows, "listMatches": .shows,
        "listMutes": .shows, "listMyMeetups": .shows, "listOutgoingPokes": .shows, "listPosts": .shows,
        "listReceivedRatings": .shows, "listSentInvitations": .shows, "listSeries": .shows, "readCalendar": .shows,
        "readEvents": .shows, "readMeetup": .shows, "readMeetupFile": .shows, "readPerson": .shows, "readPhoto": .shows,
        "readSharedPlan": .shows, "readTodaysMatch": .shows, "suggestMeetups": .shows, "suggestPeople": .shows,

        "listCheckIns": caller, "listDecisions": caller, "readCalendarAddress": caller, "readDealbreakers": caller,
        "readMe": caller, "readOwnReputation": caller, "readPlanShare": caller, "readSuggestionConsent": caller,
        "listPoints": .silent("Points name the meetups that the caller went to by id."),
        "expectAttendance": count, "readBlockedAttendance": count, "readMeetupMap": count, "readReputation": count,
        "listBlocks": .silent("It names people whom the caller has blocked, and no others."),
        "listReports": .silent("It names people whom the caller has reported, and no others."),

        "listAppeals": moderation, "listCaseReports": moderation, "listCases": moderation, "readAudit": moderation,
        "readCase": moderation, "readEvidencePhoto": moderation,
    ]

    private static let writes: [String: BlockRow] = [
        "acceptPoke": .acts, "approveJoinRequest": .acts, "cancelMeetup": .acts, "checkIn": .acts, "comment": .acts,
        "confirmMeeting": .acts, "declineJoinRequest": .acts, "declinePoke": .acts, "deletePost": .acts,
        "disconnectMatch": .acts, "editMeetup": .acts, "editRating": .acts, "extendPlanShare": .acts,
        "giveRating": .acts, "ignorePoke": .acts, "invitePeople": .acts, "joinMeetup": .acts, "leaveMeetup": .acts,
        "likePost": .acts, "mutePerson": .acts, "reconfirmAttendance": .acts, "removeAttendee": .acts,
        "replyToInvitation": .acts, "sendPoke": .acts, "sharePlan": .acts, "showLessLike": .acts, "takeOffer": .acts,
        "unlikePost": .acts, "withdrawInvitation": .acts, "withdrawPoke": .acts, "writePost": .acts,

        "appealDecision": .own, "appealReport": .own, "cancelCheckIn": .own, "createCheckIn": .own,
        "createMeetup": .own,
        "eraseMe": .own, "extendCheckIn": .own, "markSafe": .own, "pausePairing": .own, "renewCalendarAddress": .own,
        "resumePairing": .own, "revokeCalendarAddress": .own, "setDealbreakers": .own, "setSuggestionConsent": .own,
        "updateMe": .own, "uploadPhoto": .own,

        "clearPokes": .alike, "noteSeen": .alike, "revokePlanShare": .alike, "takeBackLessLike": .alike,
        "unblockUser": .alike, "unmutePerson": .alike,
        "blockUser": .excepted("Whoever has blocked the caller can be blocked, and that tells nothing of their block."),
        "sendReport": .excepted("A person can always be reported, and every report gets a receipt of its own."),

        "acceptCheckInMail": open, "appealSuspension": open, "eraseSuspended": open, "logOut": open,
        "readSuspension": open,
        "refreshSession": open, "refuseCheckInMail": open, "sendCode": open, "verifyCode": open,
        "decideAppeal": moderation, "decideCase": moderation, "liftDecision": moderation,
    ]

    /// What bodies name, by the members that the requests of ``AuthorizationRequest`` are filled from.
    private static let named = [
        "sendPoke": ["user_id"], "clearPokes": ["user_id"], "noteSeen": ["user_id"],
        "giveRating": ["user_id", "meetup_id"], "invitePeople": ["invitee_id"],
    ]

    /// What a request of an operation names: the parameters of its path, and members of its body.
    static func parameters(of handler: Contract.RouteHandler) -> [String] {
        handler.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
            + (named[handler.operation] ?? [])
    }

    /// Whether a request has to be answered as one that names what never existed.
    var isCompared: Bool {
        switch self {
        case .shows, .silent, .acts, .alike: true
        case .own, .excepted, .outside: false
        }
    }
}

extension Contract.RouteHandler {
    var blockRow: BlockRow? { BlockRow.all[operation] }
    var isRead: Bool { method == "GET" }
}
