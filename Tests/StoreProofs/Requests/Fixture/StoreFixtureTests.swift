import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import StoreEngines
import Testing

@testable import OrbitBackend

/// Stores of earlier versions, opened by the current version. A fixture is never removed, because a deployment can have
/// such a store.
@Suite(.enabled(if: !StoreFixture.all.isEmpty), .timeLimit(.minutes(60))) struct StoreFixtureTests {
    private func open(
        _ fixture: StoreFixture
    ) async throws -> (server: TestServer, world: AuthorizationWorld, campus: FixtureCampus) {
        let (store, campus) = try await fixture.open()
        let server = try campus.server(on: store)
        return (server, campus.world(on: server), campus)
    }

    @Test(arguments: StoreFixture.all)
    func `a session of an earlier version is valid, and can be refreshed`(_ fixture: StoreFixture) async throws {
        let (server, world, campus) = try await open(fixture)
        for column in FixtureCampus.readers {
            let person = try world.person(column)
            #expect(try await server.me(person.token).payload(ProfileData.self).userID == person.id)
        }
        server.clock.advance(by: .seconds(86_400))
        let token = RefreshToken(try #require(campus.identifiers["refresh_token"]))
        let grant = try await server.refresh(token).payload(AuthGrant.self)
        #expect(try await server.me(grant.accessToken).payload(ProfileData.self).userID == grant.userID)
    }

    @Test(arguments: StoreFixture.all)
    func `every response from a store of an earlier version keeps its contents`(_ fixture: StoreFixture) async throws {
        let (server, world, campus) = try await open(fixture)
        let operations = Set(try Contract.current.get().operations.map(\.id))
        for column in FixtureCampus.readers {
            let before = try #require(campus.responses[column.rawValue])
            #expect(!before.isEmpty)
            let now = try await world.bodies(readBy: column, on: server)
            for (operation, body) in before where operations.contains(operation) {
                let response = JSONValue(comparing: try #require(now[operation], "\(operation) by \(column)"))
                let losses = response.losses(of: JSONValue(comparing: body))
                #expect(losses == [], "\(operation) by \(column)")
            }
        }
    }

    @Test(arguments: StoreFixture.all)
    func `every operation of an earlier version succeeds on its store`(_ fixture: StoreFixture) async throws {
        let (store, campus) = try await fixture.open()
        let operations = try Contract.current.get().operations.sorted { $0.id < $1.id }
        for operation in operations where campus.operations.contains(operation.id) {
            let server = try campus.server(on: await store.copy())
            let world = campus.world(on: server)
            let rule = try operation.access
            let column = try #require(AuthorizationResponse.entitled(to: operation.id, by: rule))
            let caller = try world.person(column)
            let identifiers = try AuthorizationRequest.identifiers(of: operation.id, by: column, in: world)
            let request = try #require(
                try await operation.request(
                    by: caller, identifiers, on: server,
                    fields: [(name: "Authorization", value: "Bearer \(caller.token.reveal)")]))
            let response = await server.backend.respond(to: request, origin: "192.0.2.7")
            #expect((200..<300).contains(response.status), "\(operation.id): \(response.status)")
            try await server.backend.runScheduledWork()
        }
    }

    @Test(arguments: StoreFixture.all)
    func `the pending work of an earlier version is completed`(_ fixture: StoreFixture) async throws {
        let (server, _, campus) = try await open(fixture)
        let erased = campus.erased
        func erasing() async throws -> UserID? {
            try await server.store.read { try $0.get(ErasureRecord.self, erased.rawValue)?.person }
        }
        #expect(try await erasing() == erased)
        #expect(server.messages().isEmpty)
        // A check-in is missed meanwhile.
        server.clock.advance(by: .seconds(2 * 86_400))
        try await server.backend.runScheduledWork()
        #expect(try await erasing() == nil)
        #expect(server.messages().count == 1)
    }

    @Test(arguments: StoreFixture.all)
    func `a retry of a request to an earlier version has no second effect`(_ fixture: StoreFixture) async throws {
        let (server, _, campus) = try await open(fixture)
        let (sender, person) = (campus.residents[0], campus.residents[1])
        #expect(try await server.poke(person.id, by: sender).status == 409)
        let again = try await server.poke(person.id, by: sender, key: FixtureCampus.key)
        #expect(again.status == 200)
        let body = String(decoding: again.body, as: UTF8.self)
        #expect(JSONValue(comparing: body).losses(of: JSONValue(comparing: campus.poke)) == [])
        #expect(try await server.outgoing(sender).list.elements.count == 1)
    }

    @Test(arguments: StoreFixture.all)
    func `accounts of an earlier version can be exported and erased`(_ fixture: StoreFixture) async throws {
        let (server, world, _) = try await open(fixture)
        let (owner, attendee) = (try world.person(.owner), try world.person(.attendee))
        #expect(try await server.person(attendee.id, as: owner).status == 200)
        let archive = try await server.send(.get, "/users/me/export", token: attendee.token)
        #expect(archive.status == 200)
        let sections = try JSONValue(json: archive.body)["sections"]
        for name in ["account", "sessions", "meetup_parts"] {
            #expect(sections?[name]?.elements.isEmpty == false, "\(name)")
        }
        #expect(try await server.send(.delete, "/users/me", token: attendee.token).status == 200)
        try await server.backend.runScheduledWork()
        #expect(try await server.person(attendee.id, as: owner).status == 404)
    }
}
