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

/// Work that exceeds one transaction, and work that runs more than once.
@Suite struct MeetupBatchTests {
    @Test(arguments: [1, 2])
    func `an edit notifies 150 guests in batches and continues after an interruption`(_ parts: Int) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        let guests = try await server.crowd(150)
        try await server.attend(id, guests)
        /// The number of events in the log of each guest.
        func counts() async throws -> [Int] {
            var counts: [Int] = []
            for guest in guests { counts.append(try await server.kinds(in: guest.id).count) }
            return counts
        }
        let before = try await counts()
        func told() async throws -> [Int] { zip(try await counts(), before).map { $0 - $1 } }
        let version = try await server.read(id, as: people[0]).field("etag")
        // The edit itself, and then some of the batches.
        store.fail(after: parts)
        let edited = try await server.patch(id, server.entry("Go"), by: people[0], version: version)
        #expect(edited.status == 200)
        store.fail(after: .max)
        let first = try await told()
        // A batch contains 100 people. The first batch contains the host.
        #expect(first.reduce(0, +) == (parts - 1) * 99 && first.max() == parts - 1)
        // Any later request continues the job.
        _ = try await server.poke(people[0].id, by: people[1])
        let each = Array(repeating: 1, count: 150)
        #expect(try await told() == each)
        #expect(
            try await store.read { try $0.count(MeetupFanOutJob.self, MeetupFanOutJob.due(at: .distantFuture)) } == 0)
        _ = try await server.poke(people[1].id, by: people[0])
        #expect(try await told() == each)
    }

    @Test func `a job for a post saved by an earlier version keeps its key and sends one event`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        try await server.joined(id, by: people[1])
        let post = try await server.post(
            "/meetups/\(id)/posts", PostRequest(text: "Hello"), token: people[0].token
        ).payload(FeedItem.self).post.id
        let coding = RecordCoding()
        let job = MeetupFanOutJob(.postChanged(post), of: id, by: people[0].id, at: server.clock.date)
        var members = try #require(try JSONSerialization.jsonObject(with: coding.encode(job)) as? [String: Any])
        #expect(members.removeValue(forKey: "isKeyedByActor") != nil)
        let earlier = try coding.decode(
            MeetupFanOutJob.self, from: JSONSerialization.data(withJSONObject: members), schema: MeetupFanOutJob.schema)
        #expect(earlier.key == "\(id) post \(post)" && earlier.key != job.key)
        let kinds = try await server.appended(to: [people[1]]) {
            try await server.store.transaction { try $0.put(earlier) }
            try await server.backend.runScheduledWork()
        }
        #expect(kinds == [[.meetupPostChanged]])
        let left = try await server.store.read {
            try $0.count(MeetupFanOutJob.self, MeetupFanOutJob.due(at: .distantFuture))
        }
        #expect(left == 0)
    }

    @Test func `a cancelled meetup admits no more guests, even before its guests are notified`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.approval = .host }.id
        _ = try await server.join(id, by: people[1])
        let request = try #require(try await server.requests(people[0]).first)
        store.fail(after: 1)
        #expect(try await server.cancel(id, by: people[0]).status == 200)
        store.fail(after: .max)
        // The guests are not notified yet, but every reader sees the cancellation.
        #expect(try await server.requests(people[0]).isEmpty)
        #expect(try await server.attendance(at: id, of: people[1]) == .expired)
        #expect(try await server.join(id, by: people[2]).code == .meetupOver)
        #expect(try await server.decide("approve", request.id, by: people[0]).code == .meetupOver)
        #expect(try await server.kinds(in: people[1].id).last == .meetupChanged)
        _ = try await server.poke(people[1].id, by: people[2])
        #expect(try await server.decide("approve", request.id, by: people[0]).code == .meetupOver)
        let last = try await server.kinds(in: people[0].id).filter { $0 == .meetupRequestClosed }
        #expect(last.count == 1)
    }

    @Test func `a transaction body that runs twice counts and notifies once`() async throws {
        let server = TestServer.onCampus(store: RetryingStore())
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.capacity = 2 }.id
        for person in people.dropFirst() { try await server.joined(id, by: person) }
        let slices = try await server.slices(of: people) { _ = try await server.attend("leave", id, by: people[1]) }
        #expect(slices.map { $0.events.count } == [3, 2, 1])
        let meetup = try await server.meetup(id, as: people[0])
        #expect((meetup.goingCount, meetup.waitingCount) == (2, 0))
    }

    @Test func `a repeated join after a block gets the response for an unknown meetup`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        let joined = try await server.join(id, by: people[1], key: "k")
        #expect(try await server.join(id, by: people[1], key: "k").body == joined.body)
        _ = try await server.block(people[1].id, by: people[0])
        let again = try await server.join(id, by: people[1], key: "k")
        #expect(again.body == (try await server.read("nothing", as: people[1]).body))
    }
}
