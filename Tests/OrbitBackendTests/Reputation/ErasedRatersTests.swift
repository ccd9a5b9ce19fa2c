import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import Trust

@testable import BackendRuntime
@testable import OrbitBackend

/// Raters whose accounts are erased after their ratings are published.
@Suite struct ErasedRatersTests {
    private let server = TestServer.onCampus()

    /// Creates a host, a person who is rated, and `crowd` other people. The host plans five meetups.
    private func campus(crowd: Int) async throws -> (people: [Member], meetups: [MeetupID]) {
        let people = try await server.members("ana", "ben") + server.crowd(crowd)
        var meetups: [MeetupID] = []
        for number in 0..<5 { meetups.append(try await server.host("Chess \(number)", by: people[0]).id) }
        return (people, meetups)
    }

    /// Stores a shown rating of a person by each rater, at one of the meetups. Each of `others` confirms each rater by
    /// a rating.
    ///
    /// - Parameter name: The prefix of the ratings' ids.
    private func rate(
        _ person: UserID, by raters: [UserID], confirmedBy others: [UserID], at meetups: [MeetupID], name: String
    ) async throws {
        let now = server.clock.date
        try await server.backend.context.commit(at: now) { transaction in
            func shown(_ id: String, by one: UserID, of other: UserID, at meetup: MeetupRecord) throws -> RatingRecord {
                let entry = CheckedRating(stars: try #require(Stars(5)), tags: [], note: nil, meetAgain: nil)
                var rating = RatingRecord(id: UserRatingID(id), by: one, of: other, at: meetup, entry, now: now)
                rating.show(at: now)
                return rating
            }
            for (place, rater) in raters.enumerated() {
                let meetup = try #require(try MeetupRecord.of(meetups[place % meetups.count], in: transaction))
                let own = try shown("\(name) \(place)", by: rater, of: person, at: meetup)
                try transaction.put(own)
                try own.addToPublished(in: transaction)
                for (number, other) in others.enumerated() {
                    try transaction.put(try shown("\(name) \(place) \(number)", by: other, of: rater, at: meetup))
                }
            }
        }
    }

    private func nextDay(_ people: inout [Member]) async throws {
        try await server.pass(days: 1, &people)
        try await server.processScheduledRecords()
    }

    private func erase(_ people: ArraySlice<Member>) async throws {
        for person in people {
            #expect(try await server.send(.delete, "/users/me", token: person.token).status == 200)
        }
        try await server.backend.runScheduledWork()
    }

    private func summary(of person: UserID) async throws -> RatingSummary {
        let now = server.clock.date
        return try await server.store.read { try PublishedRatingsRecord.summary(of: person, in: $0, at: now) }
    }

    private func published(of person: UserID) async throws -> PublishedRatings? {
        try await server.store.read { try $0.get(PublishedRatingsRecord.self, person.rawValue)?.published }
    }

    private func confirmations() async throws -> [ErasedRaterConfirmationRecord] {
        try await server.store.read {
            try $0.list(ErasedRaterConfirmationRecord.self, IndexQuery(IndexEntry.expiryIndex))
        }
    }

    @Test func `ratings by three groups of five confirmed raters, erased in turn, make no summary`() async throws {
        var (people, meetups) = try await campus(crowd: 20)
        let person = people[1].id
        var before: PublishedRatings?
        for generation in 0..<3 {
            let raters = people[2..<7].map(\.id)
            let others = people[7...].map(\.id)
            try await rate(person, by: raters, confirmedBy: others, at: meetups, name: "\(generation)")
            try await nextDay(&people)
            let after = try await published(of: person)
            #expect(after != nil && after != before)
            #expect(try await summary(of: person).isNew)
            before = after
            try await erase(people[2..<7])
            people.removeSubrange(2..<7)
        }
    }

    @Test func `confirmations are kept under pseudonyms when raters and confirming people are erased`() async throws {
        var (people, meetups) = try await campus(crowd: 4)
        let crowd = people[2...].map(\.id)
        try await rate(people[1].id, by: [crowd[0]], confirmedBy: Array(crowd[1...]), at: meetups, name: "first")
        try await nextDay(&people)
        try await erase(people[2..<3])
        let kept = try await confirmations()
        #expect(kept.count == 3 && Set(kept.map(\.confirmerID)) == Set(crowd[1...]))
        #expect(kept.allSatisfy { !crowd.contains($0.raterID) } && Set(kept.map(\.raterID)).count == 1)
        try await erase(people[3...])
        let left = try await confirmations()
        #expect(left.count == 3 && left.allSatisfy { !crowd.contains($0.confirmerID) })
        #expect(Set(left.map(\.raterID)) == Set(kept.map(\.raterID)))
    }

    @Test func `the erasure of a person who has given no rating leaves no confirmation`() async throws {
        var (people, meetups) = try await campus(crowd: 1)
        try await rate(people[1].id, by: [people[2].id], confirmedBy: [], at: meetups, name: "first")
        try await nextDay(&people)
        try await erase(people[1..<2])
        #expect(try await confirmations().isEmpty)
    }

    @Test func `a batch of ratings waits while the records of a rater move to the pseudonym`() async throws {
        var (people, meetups) = try await campus(crowd: 6)
        let (person, raters) = (people[1].id, people[2...].map(\.id))
        try await rate(person, by: raters, confirmedBy: [], at: meetups, name: "first")
        let (now, gone) = (server.clock.date, people.removeLast().id)
        try await server.store.transaction { transaction in
            try transaction.delete(AccountRecord.self, gone.rawValue)
            try transaction.put(ErasureRecord(person: gone, pseudonym: "p", startedAt: now, hiddenSince: now))
        }
        try await nextDay(&people)
        #expect(try await published(of: person) == PublishedRatings.none)
        try await server.backend.runScheduledWork()
        try await server.processScheduledRecords()
        #expect(try await published(of: person) != PublishedRatings.none)
    }

    @Test func `an erasure merges a confirmation with the stored confirmation of the pseudonym`() async throws {
        let gone = try await server.members("ana")[0].id
        let now = server.clock.date
        @Sendable func date(_ days: Double) -> Date { now.addingTimeInterval(days * 86_400) }
        try await server.store.transaction { transaction in
            try transaction.delete(AccountRecord.self, gone.rawValue)
            try transaction.put(ErasureRecord(person: gone, pseudonym: "p", startedAt: now, hiddenSince: now))
            let records = [
                ErasedRaterConfirmationRecord(raterID: "r", confirmerID: "p", since: date(-9), expiresAt: date(90)),
                ErasedRaterConfirmationRecord(raterID: "r", confirmerID: gone, since: date(-5), expiresAt: date(50)),
                ErasedRaterConfirmationRecord(raterID: "p", confirmerID: "c", since: date(-5), expiresAt: date(50)),
                ErasedRaterConfirmationRecord(raterID: gone, confirmerID: "c", since: date(-9), expiresAt: date(90)),
            ]
            for record in records { try transaction.put(record) }
        }
        try await server.backend.runScheduledWork()
        let kept = try await confirmations()
        #expect(Set(kept.map(\.key)) == ["r>p", "p>c"])
        #expect(kept.allSatisfy { $0.since == date(-9) && $0.expiresAt == date(90) })
    }
}
