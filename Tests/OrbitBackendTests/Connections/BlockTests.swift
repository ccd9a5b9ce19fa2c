import Connections
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@testable import OrbitBackend

@Suite struct BlockTests {
    private let server = TestServer()

    private func discovered(_ member: Member) async throws -> [UserID] {
        try await server.send(.get, "/discover/users", token: member.token).payload(DiscoverPage.self)
            .people.elements.map(\.id)
    }

    @Test func `from the next request on neither exists for the other, anywhere`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let photo = try await server.upload(TestImage.png(), token: people[1].token).payload(PhotoData.self).photo
        var profile = Profile.sound("Liam")
        profile.photos = [photo]
        try await server.save(profile, token: people[1].token)
        let match = try await server.matched(people[0], people[1])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        for (one, other) in [(people[0], people[1]), (people[1], people[0])] {
            #expect(try await discovered(one) == [people[2].id])
            #expect(try await server.matches(one).matches.elements.isEmpty)
            #expect(try await server.outgoing(one).pokes.elements.isEmpty)
            #expect(try await server.incoming(one).pokes.elements.isEmpty)
            #expect(try await server.disconnect(match.id, by: one).code == .notFound)
            #expect(try await server.poke(other.id, by: one).code == .notFound)
        }
        #expect(try await server.photo(photo.id, of: people[1].id, token: people[0].token).status == 404)
        #expect(try await discovered(people[2]).count == 2)
    }

    @Test func `a block ends what is open, and lifting it brings nothing back`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[1], to: people[0])
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.act("withdraw", poke.id, by: people[1]).code == .notFound)
        #expect(try await server.unblock(people[1].id, by: people[0]).status == 200)
        #expect(try await server.incoming(people[0]).pokes.elements.isEmpty)
        #expect(try await server.poke(people[0].id, by: people[1]).code == .alreadyPoked)
        #expect(try await discovered(people[0]) == [people[1].id])
    }

    @Test func `blocking back works though the other cannot be seen, and each lifts only their own`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        _ = try await server.unblock(people[1].id, by: people[0])
        #expect(try await discovered(people[0]).isEmpty)
        _ = try await server.unblock(people[0].id, by: people[1])
        #expect(try await discovered(people[0]) == [people[1].id])
    }

    @Test func `only others on campus can be blocked`() async throws {
        let people = try await server.members("maya", "liam")
        let elsewhere = try await server.join("ana@uba.edu.ar", profile: .sound("Ana"))
        for id in [people[0].id, elsewhere.userID, "nobody"] {
            #expect(try await server.block(id, by: people[0]).code == .notFound)
        }
        #expect(try await server.unblock("nobody", by: people[0]).status == 200)
    }

    @Test func `somebody blocked while the campus was being paired is not met`() async throws {
        let people = try await server.members("maya", "liam")
        let context = Context(
            store: BlockingStore(store: server.store, blocker: people[0].id, blocked: people[1].id),
            time: server.clock, random: .seeded(1),
            configuration: OrbitBackend.Configuration(
                campuses: TestServer.campuses, campusTimeZone: .gmt, digest: .plainForDemonstration,
                mailbox: { _ in }))
        let day = context.campusDay(at: server.clock.date)
        let pairing = DailyPairing(context: context, campus: "stanford.edu", day: day, now: server.clock.date)
        #expect(try await pairing.ensure())
        for person in people { #expect(try await server.today(person).status == .waiting) }
    }
}

/// Puts a block between the reading of the campus and the writing of its pairs.
private struct BlockingStore: BackendStore {
    let store: any BackendStore
    let blocker: UserID
    let blocked: UserID
    private let reads = Locked(0)

    init(store: any BackendStore, blocker: UserID, blocked: UserID) {
        self.store = store
        self.blocker = blocker
        self.blocked = blocked
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let result = try await store.read(body)
        // The first read looks whether the day is done, the second is that of the campus.
        let isCampus = reads.withLock {
            $0 += 1; return $0 == 2
        }
        guard isCampus else { return result }
        try await store.transaction {
            try $0.put(BlockRecord(blocker: blocker, blocked: blocked, campus: "stanford.edu"))
        }
        return result
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(body)
    }
}
