import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The counts of a meetup at a given time, before the server writes the changes that are due.
@Suite struct CountsByTimeTests {
    private let server = TestServer.onCampus()

    private func taken(_ id: MeetupID) async throws -> Int? {
        try await server.store.read { reader in try MeetupRecord.of(id, in: reader)?.taken }
    }

    /// A full meetup of four at which two of the places are offered until twelve hours from now.
    ///
    /// - Parameter people: the host, a guest, a person who leaves, a person with an offer, and strangers.
    private func meetupWithOffer(_ people: [Member]) async throws -> MeetupID {
        let id = try await server.host(by: people[0]) {
            $0.capacity = 4
            $0.interestTags = [Interest("music")]
        }.id
        try await server.joined(id, by: people[1])
        try await server.joined(id, by: people[2], companions: 1)
        #expect(try await server.joined(id, by: people[3], companions: 1) == .waiting)
        _ = try await server.attend("leave", id, by: people[2])
        let offered = try await server.meetup(id, as: people[3])
        #expect(offered.attendance == .offered)
        #expect(offered.offerExpiresAt == server.after(hours: 12))
        #expect(offered.goingCount == 4)
        return id
    }

    @Test func `an expired offer is not counted in any list before the server writes the expiry`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let id = try await meetupWithOffer(people)
        try await server.agree(people[4], toMe: true)
        #expect(try await server.suggested(people[4]).suggestions.elements.isEmpty)
        try await server.deferringWork {
            try await server.advanceTime(hours: 12, &people)
            #expect(try await server.attendees(id, as: people[0]).map(\.attendance.state) == [.host, .going])
            #expect(try await server.attendees(id, as: people[1]).map(\.attendance.state) == [.host, .going])
            for person in people {
                #expect(try await server.meetup(id, as: person).goingCount == 2)
                #expect(try await server.browse(person).list.elements.map(\.meetup.goingCount) == [2])
            }
            for person in people.prefix(2) {
                #expect(try await server.mine(person).map(\.meetup.goingCount) == [2])
            }
            #expect(try await server.suggested(people[4]).suggestions.elements.map(\.id) == [id])
        }
        #expect(try await taken(id) == 4)
        try await server.backend.runScheduledWork()
        #expect(try await taken(id) == 2)
        #expect(try await server.meetup(id, as: people[0]).goingCount == 2)
    }

    @Test func `an expired offer of a hidden guest is subtracted only once`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let id = try await meetupWithOffer(people)
        _ = try await server.block(people[3].id, by: people[4])
        try await server.deferringWork {
            try await server.advanceTime(hours: 12, &people)
            #expect(try await server.meetup(id, as: people[4]).goingCount == 2)
            #expect(try await server.browse(people[4]).list.elements.map(\.meetup.goingCount) == [2])
        }
    }

    @Test func `a host may lower the capacity to the places that are taken once an offer has expired`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor")
        let id = try await meetupWithOffer(people)
        try await server.expectEdit(id, by: people[0], code: .invalidInput) { $0.capacity = 2 }
        try await server.deferringWork {
            try await server.advanceTime(hours: 12, &people)
            try await server.expectEdit(id, by: people[0], status: 200) { $0.capacity = 2 }
        }
        #expect(try await server.joined(id, by: people[2]) == .waiting)
    }

    @Test func `guests without a check-in are not counted after check-in closes, before the server writes the change`()
        async throws
    {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 10, by: people[0]).id
        try await server.joined(id, by: people[1], companions: 1)
        try await server.joined(id, by: people[2])
        try await server.deferringWork {
            try await server.advanceTime(hours: 10, &people)
            _ = try await server.attend("check-in", id, by: people[1])
            #expect(try await server.meetup(id, as: people[0]).goingCount == 4)
            try await server.advanceTime(hours: 2.5, &people)
            #expect(try await server.attendees(id, as: people[1]).map(\.attendance.state) == [.host, .checkedIn])
            for person in people { #expect(try await server.meetup(id, as: person).goingCount == 3) }
        }
        #expect(try await taken(id) == 4)
        try await server.backend.runScheduledWork()
        #expect(try await taken(id) == 3)
    }

    @Test func `an offer that an earlier version stored counts until the server writes its expiry`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor")
        let id = try await meetupWithOffer(people)
        try await server.store.transaction { transaction in
            let coding = RecordCoding()
            let record = try #require(try MeetupRecord.of(id, in: transaction))
            var members = try #require(
                try JSONSerialization.jsonObject(with: coding.encode(record)) as? [String: Any])
            #expect(members.removeValue(forKey: "offers") != nil)
            #expect(members.removeValue(forKey: "arrivedPlaces") != nil)
            let data = try JSONSerialization.data(withJSONObject: members)
            try transaction.put(coding.decode(MeetupRecord.self, from: data, schema: MeetupRecord.schema))
        }
        try await server.deferringWork {
            try await server.advanceTime(hours: 12, &people)
            #expect(try await server.meetup(id, as: people[0]).goingCount == 4)
        }
        try await server.backend.runScheduledWork()
        #expect(try await server.meetup(id, as: people[0]).goingCount == 2)
        #expect(try await server.joined(id, by: people[3], companions: 1) == .going)
        #expect(try await server.meetup(id, as: people[0]).goingCount == 4)
    }

    /// The meetup begins after 18 minutes, and an offer lasts 15 minutes. Halfway, 15 minutes pass at once. Nothing
    /// else runs due work, so changes that are due are written only during and after the requests of the people.
    @Test(arguments: 0..<8)
    func `at every later time, the counts of a meetup match the states of its guests`(_ seed: UInt64) async throws {
        let server = TestServer.onCampus(seed: seed)
        var people = try await server.members(["maya"] + (0..<6).map { "guest\($0)" })
        let id = try await server.host(inHours: 0.3, by: people[0]) { $0.capacity = 4 }.id
        var random = SplitMix64(seed: seed)
        for step in 0..<40 {
            if step == 20 { try await server.advanceTime(hours: 0.25, &people) }
            let guest = people[Int.random(in: 1...6, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: _ = try await server.join(id, by: guest, companions: Int.random(in: 0...1, using: &random))
            case 3...4: _ = try await server.attend("leave", id, by: guest)
            case 5: _ = try await server.attend("take-offer", id, by: guest)
            case 6: _ = try await server.attend("check-in", id, by: guest)
            default: server.clock.advance(by: .seconds(20))
            }
            try await expectAgreement(id, server)
        }
        try await server.deferringWork { _ = try await server.cancel(id, by: people[0]) }
        try await expectAgreement(id, server)
    }

    private func expectAgreement(_ id: MeetupID, _ server: TestServer) async throws {
        let (meetup, guests) = try await server.store.read { reader in
            (
                try #require(try MeetupRecord.of(id, in: reader)),
                try GuestRecord.list(at: id, after: 0, limit: .max, in: reader)
            )
        }
        for hours in [0, 0.1, 0.25, 0.3, 1, 2.8, 3] {
            let instant = server.after(hours: hours)
            let states = guests.map { $0.state(at: meetup, now: instant) }
            let taken = zip(states, guests).reduce(0) { $0 + ($1.0.takesPlace ? $1.1.party : 0) }
            #expect(meetup.taken(at: instant) == taken, "\(hours)")
            #expect(meetup.waiting(at: instant) == states.count { $0 == .waiting }, "\(hours)")
            #expect(taken <= 4)
        }
    }
}
