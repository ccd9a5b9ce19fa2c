import BackendRuntime
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import StoreEngines
import Testing

@testable import OrbitBackend

/// Writes a small campus for later versions: the world of the authorization tests, and people of `CampusSeed`.
///
/// `Tests/StoreProofs/run --write NAME` runs it and compresses its output.
@Suite struct FixtureWriter {
    private static let output = ProcessInfo.processInfo.environment["ORBIT_FIXTURE_OUTPUT"]

    @Test(.enabled(if: output != nil), arguments: Engine.allCases)
    func `a fixture is written, and repeated reads of it give equal responses`(_ engine: Engine) async throws {
        let output = try #require(Self.output)
        let store = try await engine.makeStore()
        let world = try await AuthorizationWorld(on: store)
        let server = try FixtureCampus.server(on: store, at: world.server.clock.date, seed: 7)
        let residents = try await Self.residents(on: server)
        let poke = try await Self.connect(residents, server)
        try await Self.meet(residents, server)
        // The first read of a list can store records that the second read finds.
        for column in FixtureCampus.readers { _ = try await world.bodies(readBy: column, on: server) }
        try await server.backend.runScheduledWork()
        let erased = residents[5]
        let erasure = try await server.deferringWork {
            try await server.send(.delete, "/users/me", token: erased.token)
        }
        #expect(erasure.status == 200)
        let responses = try await Self.responses(in: world, on: server)
        let campus = FixtureCampus(
            date: server.clock.date, people: Self.byName(world.people), identifiers: world.identifiers,
            lost: Self.byName(world.lost), meetups: world.meetups, residents: residents, erased: erased.id, poke: poke,
            operations: try Contract.current.get().operations.map(\.id).sorted(), responses: responses)
        try await StoreFixture("", on: engine, in: URL(filePath: output)).save(store, campus)
    }

    private static func byName<Value>(_ values: [AuthorizationColumn: Value]) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
    }

    /// Plants twelve people and signs six of them in.
    private static func residents(on server: TestServer) async throws -> [Member] {
        let seed = CampusSeed(people: 12, seed: 7, withPhotos: true)
        var residents: [Member] = []
        for user in try await seed.populate(server.store, time: server.clock).prefix(6) {
            let grant = try await server.signIn(user.email)
            residents.append(Member(address: user.email, id: grant.userID, token: grant.accessToken))
        }
        try #require(residents.count == 6)
        return residents
    }

    /// Creates a poke, a match, a block and a mute.
    ///
    /// - Returns: The body of the response to the poke.
    private static func connect(_ residents: [Member], _ server: TestServer) async throws -> String {
        let poke = try await server.poke(residents[1].id, by: residents[0], key: FixtureCampus.key)
        #expect(poke.status == 200)
        try await server.matched(residents[2], residents[3])
        #expect(try await server.block(residents[4].id, by: residents[0]).status == 200)
        #expect(try await server.mute(residents[1].id, by: residents[0]).status == 200)
        return String(decoding: poke.body, as: UTF8.self)
    }

    /// Creates a meetup with guests and comments. One of the guests is erased later.
    private static func meet(_ residents: [Member], _ server: TestServer) async throws {
        let meetup = try await server.host("Chess", by: residents[0]).id
        for guest in [1, 2, 5] { try await server.joined(meetup, by: residents[guest]) }
        let text = PostRequest(text: "Bring a board")
        let post = try await server.post("/meetups/\(meetup)/posts", text, token: residents[0].token)
            .payload(FeedItem.self).post.id
        let comment = try await server.post(
            "/meetups/posts/\(post)/comments", PostRequest(text: "Gladly"), token: residents[1].token)
        #expect(comment.status == 200)
        let like = try await server.send(.put, "/meetups/posts/\(post)/like", token: residents[2].token)
        #expect(like.status == 200)
    }

    /// Returns the responses after an erasure has begun. Each read runs twice and must give the same result.
    private static func responses(
        in world: AuthorizationWorld, on server: TestServer
    ) async throws -> [String: [String: String]] {
        var responses: [String: [String: String]] = [:]
        for column in FixtureCampus.readers {
            _ = try await world.bodies(readBy: column, on: server)
            let (first, second) = (
                try await world.bodies(readBy: column, on: server), try await world.bodies(readBy: column, on: server)
            )
            for (operation, body) in first {
                let losses = JSONValue(comparing: second[operation] ?? "").losses(of: JSONValue(comparing: body))
                #expect(losses == [], "\(operation) by \(column) differs when it is read again")
            }
            responses[column.rawValue] = second
        }
        return responses
    }
}
