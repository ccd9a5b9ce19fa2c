import BackendRuntime
import Foundation
import Matching
import Meetups
import OrbitModels
import OrbitStore
import Profiles

extension Feature {
    static let meetups = Feature(
        operations: [
            CreateMeetup.self, BrowseMeetups.self, ListMyMeetups.self, ReadMeetup.self, EditMeetup.self,
            CancelMeetup.self, ListSeries.self,
            JoinMeetup.self, ConfirmAttendance.self, ListAttendees.self, RemoveAttendee.self, JoinRequests.self,
            InvitePeople.self, ReplyToInvitation.self, ReadFeed.self, WritePosts.self, LikePosts.self,
            ReadMeetupMap.self, SuggestMeetups.self, SuggestPeople.self, SetSuggestionConsent.self,
        ],
        records: [
            MeetupRecord.self, GuestRecord.self, JoinRequestRecord.self, InvitationRecord.self, PostRecord.self,
            LikeRecord.self, CommentCountRecord.self, HiddenPlacesRecord.self, MeetupNews.self, ConsentRecord.self,
        ],
        erasedFirst: [
            PostRecord.self, LikeRecord.self, CommentCountRecord.self, MeetupRecord.self, GuestRecord.self,
        ],
        events: EventCatalogue.meetups.kinds.subtracting([.personChanged, .calendarChanged]),
        // Guests receive no other notice. A meetup of a suspended host is in no list, so a reload does not show that it
        // was cancelled. Only a suspension causes the event, once for each meetup.
        unlimitedEvents: [.meetupCalledOff],
        lists: PeopleLists(
            [
                .meetups, .myMeetups, .meetupRequests, .meetupInvitations, .sentMeetupInvitations, .meetupPosts,
                .meetupAttendees, .suggestedMeetups, .suggestedPeople,
            ],
            returning: [
                // A block ends what is to come; a person who was at a meetup of the other is in its list again.
                .meetups, .myMeetups, .sentMeetupInvitations, .meetupPosts, .meetupAttendees, .suggestedMeetups,
                .suggestedPeople,
            ],
            holders: holdersInMeetups, mayHold: mayHoldInMeetups),
        otherLists: [.suggestionConsent],
        limits: [
            "meetups", "meetup-series", "meetup-edits", "series-edits", "meetup-hidden-ends", "meetup-word-searches",
            "meetup-joins", "meetup-joins-here", "meetup-invitations", "meetup-invitations-to-one", "meetup-posts",
            "meetup-likes",
        ],
        onBlock: partAtMeetups)

    /// Ends the parts that each of two people has in meetups of the other. Both are told only what they are told of all
    /// that a block ends.
    private static func partAtMeetups(
        _ pair: UserPair, _ context: BackendContext, _ transaction: LogTransaction
    ) throws {
        for (host, guest) in [(pair.first, pair.second), (pair.second, pair.first)] {
            for part in try GuestRecord.parts(of: guest, withHost: host, in: transaction, now: transaction.now) {
                guard let meetup = try MeetupRecord.of(part.meetupID, in: transaction) else { continue }
                var book = GuestBook(of: meetup, context, in: transaction)
                try book.part(try book.guest(guest))
                try book.fill()
                try book.finish()
            }
        }
    }

    /// Whether the two have, or had, a part in a meetup that is still a concern of the owner's, the owner finds a
    /// meetup of the person when browsing, or the person is suggested to the owner as a guest.
    private static func mayHoldInMeetups(
        _ owner: UserID, _ person: UserID, in reader: any StoreReader, now: Date
    ) throws -> Bool {
        let concerns = try GuestRecord.concerns(of: owner, from: now.beforeKeptMeetups, in: reader)
        if concerns.contains(where: { $0.hostID == person }) { return true }
        let parts = concerns.map { GuestRecord.key($0.meetupID, person) }
        if try !parts.isEmpty && !reader.get(GuestRecord.self, all: parts).isEmpty { return true }
        let hosted = try MeetupRecord.hosted(by: person, in: reader, now: now)
        if hosted.contains(where: { $0.plan.visibility == .campus }) { return true }
        return try mayBeSuggested(person, to: owner, in: reader, now: now)
    }

    /// The most meetups of a host for which the people that are suggested are looked up.
    private static let maxLookedUp = 10

    /// Whether a person has agreed to be suggested to hosts, and is among the people that are looked at for an open
    /// meetup of the host that suits the person. Takes at most 23 store calls.
    ///
    /// It compares the profile that strangers see, as the list of matches already contains a match. With more than
    /// ``maxLookedUp`` such meetups it returns `true` without a further look.
    private static func mayBeSuggested(
        _ person: UserID, to host: UserID, in reader: any StoreReader, now: Date
    ) throws -> Bool {
        guard try ConsentRecord.of(person, in: reader).toHosts,
            let profile = try reader.get(AccountRecord.self, person.rawValue)?.profile
        else { return false }
        // The day changes only the age, which the comparison does not read.
        let seen = profile.seen(by: .stranger, on: CalendarDay(now, in: .gmt))
        let interests = MeetupFit.FoldedInterests(seen.interests)
        let suitable = try MeetupRecord.hosted(by: host, in: reader, now: now).filter {
            now < $0.times.lastJoin
                && MeetupFit(of: $0.plan, to: seen, folded: interests, isMatch: false, steps: nil) != nil
        }
        guard suitable.count <= maxLookedUp else { return true }
        return try suitable.contains { meetup in
            try ConsentRecord.some(for: meetup, limit: SuggestPeople.mostPeople, in: reader).contains(person)
        }
    }

    /// The guests of a person's meetups and the hosts of those that they go to.
    private static func holdersInMeetups(
        of id: UserID, in reader: any StoreReader, now: Date
    ) throws -> [UserID] {
        let ranks = PlaceInOrder.ranks(from: now.beforeKeptMeetups.beforeLongestMeetup)
        let parts = try reader.list(
            GuestRecord.self,
            IndexQuery(
                GuestRecord.byPerson, group: id.rawValue, ranks: ranks,
                limit: JoinMeetup.mostParts + MeetupLimits.hosted))
        let hosted = try reader.get(
            MeetupRecord.self, all: parts.filter { $0.hostID == id }.map(\.meetupID.rawValue))
        return try parts.reduce(into: []) { holders, part in
            guard part.hostID == id else { return holders.append(part.hostID) }
            guard hosted[part.meetupID.rawValue]?.hasHadGuests == true else { return }
            let guests = try GuestRecord.list(at: part.meetupID, after: 0, limit: .max, in: reader)
            holders += guests.filter { $0.state.isConcerned && $0.userID != id }.map(\.userID)
        }
    }
}
