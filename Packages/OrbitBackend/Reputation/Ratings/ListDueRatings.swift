import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// `GET /ratings/due`: the people that the caller has met in the last two weeks and has not rated. The list does not
/// depend on the ratings of the caller by other people.
struct ListDueRatings: Operations {
    /// The number of meetings whose guests are read in one store call.
    private static let meetingsOfRound = 10

    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(RatingRoutes.due, as: .person, perform: perform)] }

    /// A person who may belong in the list of due ratings, with the position there.
    private struct Candidate {
        let meetup: MeetupRecord
        let person: UserID

        var id: Identifier<DueRating> { DueRating.id(of: person, at: meetup.id) }
        var place: ListCursor {
            ListCursor(rank: meetup.ratingWindow.upperBound.milliseconds, key: id.rawValue)
        }
    }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let list = "ratings due \(caller.userID)"
        let size = try call.pageSize()
        let cursor = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list) else { throw HTTPProblem.badCursor }
            return cursor
        }
        let (meetings, met) = try meetings(of: caller.userID, in: reader, now: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        var found: [(DueRating, ListCursor)] = []
        var rest = meetings[...]
        while !rest.isEmpty, found.count <= size {
            let round = Array(rest.prefix(Self.meetingsOfRound))
            rest = rest.dropFirst(round.count)
            let candidates = try zip(round, PastMeeting.metPeople(at: round, in: reader)).flatMap { meeting, there in
                Set(there).union(met[meeting.meetup.id] ?? []).map { Candidate(meetup: meeting.meetup, person: $0) }
            }
            .filter { candidate in cursor.map { Self.comes($0, before: candidate.place) } ?? true }
            found += try due(candidates, for: caller.account, matches: matches, in: reader, now: call.now)
        }
        found.sort { Self.comes($0.1, before: $1.1) }
        let page = found.prefix(size)
        let next = found.count > size ? page.last?.1.text(list: list) : nil
        return .success(Page(page.map(\.0), nextCursor: next), cache: .revalidated)
    }

    /// Returns the caller's meetups with an open rating window, the first window to close first. For each meetup, it
    /// also returns the people whose meeting with the caller both have stated.
    private func meetings(
        of person: UserID, in reader: any StoreReader, now: Date
    ) throws -> ([PastMeeting], [MeetupID: [UserID]]) {
        var attendances = try PastMeeting.attendances(of: person, in: reader, now: now)
        let confirmations = try MeetingConfirmationRecord.confirmations(by: person, in: reader, now: now)
        let both =
            confirmations.isEmpty
            ? [:] : try reader.get(MeetingConfirmationRecord.self, all: confirmations.map(\.reverseKey))
        let mutual = confirmations.filter { both[$0.reverseKey] != nil }
        let missing = Set(mutual.map(\.meetupID)).subtracting(attendances.map(\.meetupID)).sorted()
        let others = mutual.map { GuestRecord.key($0.meetupID, $0.otherID) }
        let own = missing.map { GuestRecord.key($0, person) }
        let guests = mutual.isEmpty ? [:] : try reader.get(GuestRecord.self, all: own + others)
        attendances += own.compactMap { guests[$0] }
        let meetups = try reader.get(MeetupRecord.self, all: attendances.map(\.meetupID.rawValue))
        var met: [MeetupID: [UserID]] = [:]
        for confirmation in mutual {
            guard let meetup = meetups[confirmation.meetupID.rawValue],
                guests[GuestRecord.key(confirmation.meetupID, confirmation.otherID)]?.isExpected(at: meetup, now: now)
                    == true
            else { continue }
            met[confirmation.meetupID, default: []].append(confirmation.otherID)
        }
        let meetings = attendances.compactMap { PastMeeting(meetups[$0.meetupID.rawValue], $0, at: now) }
            .filter { $0.meetup.hasTakenPlace && $0.meetup.ratingWindow.contains(now) }
            .sorted { ($0.meetup.plan.span.end, $0.meetup.id) < ($1.meetup.plan.span.end, $1.meetup.id) }
        return (meetings, met)
    }

    /// Returns the due ratings of the candidates who may be seen and were not rated.
    private func due(
        _ candidates: [Candidate], for account: AccountRecord, matches: Set<UserID>, in reader: any StoreReader,
        now: Date
    ) throws -> [(DueRating, ListCursor)] {
        guard !candidates.isEmpty else { return [] }
        func key(_ candidate: Candidate) -> String {
            RatingRecord.key(candidate.meetup.id, by: account.id, of: candidate.person)
        }
        let rated = try reader.get(RatingRecord.self, all: candidates.map(key))
        let people = try VisiblePeople(candidates.map(\.person), for: account, matches: matches, in: reader)
        let day = context.day(on: account.campus, at: now)
        return candidates.compactMap { candidate in
            guard rated[key(candidate)] == nil, let person = people.person(candidate.person, on: day) else {
                return nil
            }
            let due = DueRating(
                person: person, meetup: PastMeetup(candidate.meetup),
                rateBy: candidate.meetup.ratingWindow.upperBound)
            return (due, candidate.place)
        }
    }

    private static func comes(_ one: ListCursor, before other: ListCursor) -> Bool {
        (one.rank, one.key) < (other.rank, other.key)
    }
}
