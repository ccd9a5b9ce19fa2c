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
            LikeRecord.self, CommentCountRecord.self, HiddenPositionsRecord.self, MeetupFanOutJob.self,
            ConsentRecord.self,
        ],
        erasedFirst: [
            PostRecord.self, LikeRecord.self, CommentCountRecord.self, MeetupRecord.self, GuestRecord.self,
        ],
        events: EventCatalogue.meetups.kinds.subtracting([.personChanged, .calendarChanged]),
        // Guests learn of the cancellation only from this event. A meetup of a suspended host is in no list, so a
        // reload does not show that it was cancelled. Only a suspension causes the event, once for each meetup.
        unlimitedEvents: [.meetupCalledOff],
        lists: PeopleLists(
            [
                .meetups, .myMeetups, .meetupRequests, .meetupInvitations, .sentMeetupInvitations, .meetupPosts,
                .meetupAttendees, .suggestedMeetups, .suggestedPeople,
            ],
            returning: [
                // A block removes future meetups. After it is lifted, past meetups of the other person are in the lists
                // again.
                .meetups, .myMeetups, .sentMeetupInvitations, .meetupPosts, .meetupAttendees, .suggestedMeetups,
                .suggestedPeople,
            ],
            holders: holdersInMeetups, mayHold: mayHoldInMeetups),
        otherLists: [.suggestionConsent],
        limits: [
            CreateMeetup.creating.name, CreateMeetup.creatingSeries.name, EditMeetup.editing.name,
            EditMeetup.editingSeries.name, BrowseMeetups.hiddenEnds.name, BackendContext.searches.name,
            JoinMeetup.tries.name, JoinMeetup.triesHere.name,
            InvitePeople.sending(upTo: InvitePeople.maxPerDay).name, InvitePeople.sendingToOne.name,
            WritePosts.writing.name, LikePosts.liking.name,
        ],
        onBlock: removeFromMeetups)

    /// Removes each of two people from the meetups that the other person hosts. A block causes it, so the two receive
    /// only the events of the block.
    private static func removeFromMeetups(
        _ pair: UserPair, _ context: BackendContext, _ transaction: LogTransaction
    ) throws {
        for (host, guest) in [(pair.first, pair.second), (pair.second, pair.first)] {
            for attendance in try GuestRecord.attendances(
                of: guest, withHost: host, in: transaction, now: transaction.now)
            {
                guard let meetup = try MeetupRecord.of(attendance.meetupID, in: transaction) else { continue }
                var ledger = AttendanceLedger(of: meetup, context, in: transaction)
                try ledger.remove(try ledger.guest(guest))
                try ledger.promoteFromWaitlist()
                try ledger.commit()
            }
        }
    }

    /// Whether the owner's devices may hold something of the person in a list of meetups.
    ///
    /// That is the case if one of these is true:
    ///
    /// - A meetup that still concerns the owner has, or had, the person as its host or guest.
    /// - The owner finds a meetup of the person when browsing.
    /// - The person is suggested to the owner as a guest.
    private static func mayHoldInMeetups(
        _ owner: UserID, _ person: UserID, in reader: any StoreReader, now: Date
    ) throws -> Bool {
        // Invitations from other people cannot displace these records.
        let kept = now.beforeKeptMeetups
        if try !GuestRecord.attendances(of: owner, withHost: person, in: reader, now: kept).isEmpty { return true }
        let concerns = try GuestRecord.concerns(of: owner, from: kept, in: reader)
        let parts = concerns.keys.map { GuestRecord.key($0, person) }
        if try !parts.isEmpty && !reader.get(GuestRecord.self, all: parts).isEmpty { return true }
        let hosted = try MeetupRecord.hosted(by: person, in: reader, now: now)
        if hosted.contains(where: { $0.plan.visibility == .campus }) { return true }
        return try mayBeSuggested(person, to: owner, in: reader, now: now)
    }

    /// The maximum number of a host's meetups for which suggested people are looked up.
    private static let maxLookedUp = 10

    /// Whether a person may be suggested to a host: the person has agreed, suits an open meetup, and is in its sample.
    /// Takes at most 23 store calls.
    ///
    /// It compares the profile that strangers see. For a match, the result does not matter, because the list of
    /// matches already contains the match. With more than ``maxLookedUp`` suitable meetups it returns `true` without
    /// reading the samples.
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
            try ConsentRecord.some(for: meetup, limit: SuggestPeople.maxPeople, in: reader).contains(person)
        }
    }

    /// Returns the guests of a person's meetups, and the hosts of the meetups that concern the person. Includes hosts
    /// who have invited the person, because their lists of sent invitations contain the person.
    private static func holdersInMeetups(
        of id: UserID, in reader: any StoreReader, now: Date
    ) throws -> [UserID] {
        let ranks = SortRank.ranks(from: now.beforeKeptMeetups.beforeLongestMeetup)
        // The query has no limit. Otherwise the person could use up the limit with meetups that begin earlier.
        let parts = try reader.list(
            GuestRecord.self, IndexQuery(GuestRecord.byPerson, group: id.rawValue, ranks: ranks))
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
