import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend
@testable import Trust

/// Changes of the shown summary of a person's ratings.
@Suite struct PublishedRatingsTests {
    private let server = TestServer.onCampus()

    /// Stores a shown rating of a person by each rater, at one of four meetups. Ten people confirm each rater by a
    /// rating.
    ///
    /// - Parameter number: The id of the first rating. The next ids count up from it. Calls must not repeat an id.
    private func rate(
        _ person: Member, by raters: ArraySlice<Member>, at meetups: [MeetupID], stars: Int, from number: Int = 0
    ) async throws {
        let now = server.clock.date
        try await server.backend.context.commit(at: now) { transaction in
            for (place, rater) in raters.enumerated() {
                let meetup = try #require(try MeetupRecord.of(meetups[place % meetups.count], in: transaction))
                func shown(_ id: String, by one: UserID, of other: UserID, stars: Int) throws -> RatingRecord {
                    var rating = RatingRecord(
                        id: UserRatingID(id), by: one, of: other, at: meetup,
                        CheckedRating(stars: try #require(Stars(stars)), tags: [], note: nil, meetAgain: nil), now: now)
                    rating.show(at: now)
                    return rating
                }
                let own = try shown("\(number + place)", by: rater.id, of: person.id, stars: stars)
                try transaction.put(own)
                try own.addToPublished(in: transaction)
                for other in 0..<10 {
                    let name = "\(number + place) \(other)"
                    let confirming = try shown(name, by: UserID("other \(name)"), of: rater.id, stars: 4)
                    try transaction.put(confirming)
                }
                // Each rater has met the previous rater.
                let before = raters[raters.startIndex + max(0, place - 1)].id
                var record = try AttendanceStatisticsRecord.of(rater.id.rawValue, in: transaction)
                record.meet(before, at: now.addingTimeInterval(-86_400 * 60))
                try transaction.put(record)
            }
        }
    }

    /// Creates a viewer, two other people, and the given number of raters. The viewer hosts four meetups.
    private func campus(raters: Int) async throws -> (people: [Member], meetups: [MeetupID]) {
        let people = try await server.members("ana", "ben", "cem") + server.crowd(raters)
        var meetups: [MeetupID] = []
        for number in 0..<4 { meetups.append(try await server.host("Chess \(number)", by: people[0]).id) }
        return (people, meetups)
    }

    private func nextDay(_ people: inout [Member]) async throws {
        try await server.pass(days: 1, &people)
        try await server.processScheduledRecords()
    }

    @Test func `the erasure of each rater in turn does not change the shown summary`() async throws {
        var (people, meetups) = try await campus(raters: 17)
        try await rate(people[1], by: people[3..<15], at: meetups, stars: 2)
        try await nextDay(&people)
        let before = try await server.reputation(of: people[1].id, as: people[0])
        let shown = try before.payload(Keyed<ReputationStats>.self).value
        #expect(!shown.isNew && shown.ratersAtLeast == 10)
        for rater in people[3..<15] {
            #expect(try await server.send(.delete, "/users/me", token: rater.token).status == 200)
            try await server.backend.runScheduledWork()
            #expect(try await server.reputation(of: people[1].id, as: people[0]).data == before.data)
        }
        people.removeSubrange(3..<15)
        try await nextDay(&people)
        #expect(try await server.reputation(of: people[1].id, as: people[0]).data == before.data)

        // The next batch still counts the ratings of the erased raters.
        let published = try await record(of: people[1])
        try await rate(people[1], by: people[3...], at: meetups, stars: 2, from: 50)
        try await nextDay(&people)
        let next = try await record(of: people[1])
        #expect(next.published != published.published)
        let after = try await server.reputation(of: people[1].id, as: people[0]).payload(Keyed<ReputationStats>.self)
        #expect(after.value.ratersAtLeast == 10 && (after.value.averageRating ?? 5) <= (shown.averageRating ?? 0))
    }

    @Test func `on a campus with few ratings, ratings of one person do not change other summaries`() async throws {
        var (people, meetups) = try await campus(raters: 12)
        try await rate(people[1], by: people[3..<9], at: meetups, stars: 5)
        try await nextDay(&people)
        let before = try await server.reputation(of: people[1].id, as: people[0])
        #expect(try !before.payload(Keyed<ReputationStats>.self).value.isNew)
        for round in 1...8 {
            try await rate(people[2], by: people[3...], at: meetups, stars: 1, from: round * 100)
            try await nextDay(&people)
            #expect(try await server.reputation(of: people[1].id, as: people[0]).data == before.data)
        }
    }

    @Test func `a batch of ratings is shown after midnight, and not before`() async throws {
        var (people, meetups) = try await campus(raters: 8)
        try await rate(people[1], by: people[3...], at: meetups, stars: 5)
        try await server.processScheduledRecords()
        #expect(try await stats(of: people[1], as: people[0]).isNew)
        try await nextDay(&people)
        #expect(try await !stats(of: people[1], as: people[0]).isNew)
        // Without new ratings, no batch is due.
        #expect(try await record(of: people[1]).indexEntries.isEmpty)
    }

    @Test func `a batch is due at the first midnight after its first rating, and no longer then`() async throws {
        var (people, meetups) = try await campus(raters: 2)
        try await rate(people[1], by: people[3..<4], at: meetups, stars: 5)
        let due = try await record(of: people[1]).indexEntries.map(\.rank)
        #expect(due == [server.after(hours: 16).milliseconds])
        try await server.pass(hours: 1, &people)
        try await rate(people[1], by: people[4..<5], at: meetups, stars: 5, from: 50)
        #expect(try await record(of: people[1]).indexEntries.map(\.rank) == due)
        try await server.pass(hours: 15, &people)
        try await server.processScheduledRecords()
        #expect(try await record(of: people[1]).indexEntries.isEmpty)
        // The next batches are due after the days of their first ratings, too.
        try await rate(people[1], by: people[3..<4], at: meetups, stars: 5, from: 100)
        try await server.pass(days: 1, &people)
        let next = try await record(of: people[1]).indexEntries.map(\.rank)
        try await rate(people[1], by: people[4..<5], at: meetups, stars: 5, from: 150)
        #expect(try await record(of: people[1]).indexEntries.map(\.rank) == next)
    }

    @Test func `ratings make no summary if their raters have check-ins but no confirming ratings`() async throws {
        var (people, meetups) = try await campus(raters: 8)
        try await rate(people[1], by: people[3...], at: meetups, stars: 5)
        let (raters, now) = (people[3...].map(\.id), server.clock.date)
        try await server.backend.context.commit(at: now) { transaction in
            for rater in raters {
                for rating in try transaction.list(RatingRecord.self, RatingRecord.shown(of: rater, at: now)) {
                    try transaction.delete(RatingRecord.self, rating.key)
                }
                var record = try AttendanceStatisticsRecord.of(rater.rawValue, in: transaction)
                for other in 0..<50 { record.meet(UserID("other \(other)"), at: now) }
                try transaction.put(record)
            }
        }
        try await nextDay(&people)
        #expect(try await stats(of: people[1], as: people[0]).isNew)
    }

    @Test func `the latest 50 confirmations of a rater count`() async throws {
        var (people, meetups) = try await campus(raters: 5)
        try await rate(people[1], by: people[3...], at: meetups, stars: 5)
        let (rater, place, now) = (people[3].id, meetups[0], server.clock.date)
        try await server.backend.context.commit(at: now) { transaction in
            let meetup = try #require(try MeetupRecord.of(place, in: transaction))
            let entry = CheckedRating(stars: try #require(Stars(5)), tags: [], note: nil, meetAgain: nil)
            // The rater has ten confirmations already.
            for number in 0..<41 {
                let name = "more \(number)"
                var confirming = RatingRecord(
                    id: UserRatingID(name), by: UserID(name), of: rater, at: meetup, entry, now: now)
                confirming.show(at: now)
                try transaction.put(confirming)
            }
        }
        try await nextDay(&people)
        let weights = try await record(of: people[1]).published.weights
        #expect(weights["0"]?.confirmations == 50 * 65_536 && weights["1"]?.confirmations == 10 * 65_536)
    }

    @Test func `a rating shown while its person is being erased leaves no record of the person`() async throws {
        let (people, meetups) = try await campus(raters: 1)
        try await rate(people[1], by: people[3...], at: meetups, stars: 5)
        #expect(try await server.send(.delete, "/users/me", token: people[1].token).status == 200)
        try await server.backend.runScheduledWork()
        let id = people[1].id
        let (rater, now) = (people[3].id, server.clock.date)
        let left = try await server.backend.context.commit(at: now) { transaction in
            let meetup = try #require(try MeetupRecord.of(meetups[0], in: transaction))
            let entry = CheckedRating(stars: try #require(Stars(5)), tags: [], note: nil, meetAgain: nil)
            let late = RatingRecord(id: "late", by: rater, of: id, at: meetup, entry, now: now)
            try late.addToPublished(in: transaction)
            return try transaction.get(PublishedRatingsRecord.self, id.rawValue)
        }
        #expect(left == nil)
    }

    private func stats(of person: Member, as viewer: Member) async throws -> ReputationStats {
        try await server.reputation(of: person.id, as: viewer).payload(Keyed<ReputationStats>.self).value
    }

    private func record(of person: Member) async throws -> PublishedRatingsRecord {
        let record = try await server.store.read { try $0.get(PublishedRatingsRecord.self, person.id.rawValue) }
        return try #require(record)
    }
}
