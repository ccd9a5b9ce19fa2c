import BackendRuntime
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import Validation

@testable import OrbitBackend

/// The data that requests to the campus of a store need, and the responses of the version that wrote the store.
struct FixtureCampus: Codable, Sendable {
    /// The time of the campus's own clock when it was written.
    let date: Date
    /// The people of an ``AuthorizationWorld`` by the names of their columns. The next three properties contain the
    /// world's other values.
    let people: [String: Member]
    let identifiers: [String: String]
    let lost: [String: [String: String]]
    let meetups: [String: MeetupID]
    /// People of `CampusSeed` who have signed in. The first has poked the second with ``key``.
    let residents: [Member]
    /// A person with an erasure that is not finished.
    let erased: UserID
    /// The body of the response to the poke.
    let poke: String
    /// The operations of that version's contract.
    let operations: [String]
    /// The responses to the people of ``readers``, by the names of their columns and by operation.
    let responses: [String: [String: String]]

    static let readers: [AuthorizationColumn] = [.owner, .attendee, .moderator]
    /// An `Idempotency-Key`.
    static let key = "sent-by-an-earlier-version"

    /// Creates a server on the store of a campus, with the same settings each time.
    static func server(on store: any BackendStore, at date: Date, seed: UInt64) throws -> TestServer {
        let moderator = try EmailAddress("moderator@stanford.edu")
        let server = TestServer(store: store, seed: seed) { configuration in
            let universities = TestServer.campuses.universities + [CampusSeed.university]
            configuration.campuses = CampusRegistry(universities: universities)
            configuration.campusCentre = TestServer.centre
            configuration.moderators = [moderator]
            configuration.codesPerOrigin = 1_000
        }
        server.clock.advance(to: date)
        return server
    }

    /// Creates a server on a store with the records of this campus, at the time when they were written.
    func server(on store: any BackendStore) throws -> TestServer { try Self.server(on: store, at: date, seed: 9) }

    /// Returns the people and identifiers for requests.
    func world(on server: TestServer) -> AuthorizationWorld {
        AuthorizationWorld(
            on: server, people: Self.byColumn(people), identifiers: identifiers, lost: Self.byColumn(lost),
            meetups: meetups)
    }

    private static func byColumn<Value>(_ values: [String: Value]) -> [AuthorizationColumn: Value] {
        values.reduce(into: [:]) { found, entry in
            if let column = AuthorizationColumn(rawValue: entry.key) { found[column] = entry.value }
        }
    }
}

extension AuthorizationWorld {
    /// Returns the bodies of all successful reads of a person, by operation. Jobs that the requests start are not run.
    func bodies(readBy column: AuthorizationColumn, on server: TestServer) async throws -> [String: String] {
        let reader = try person(column)
        var bodies: [String: String] = [:]
        // An archive contains its creation time, and has its own test.
        let reads = try Contract.current.get().operations.filter { $0.method == "GET" && $0.id != "exportMe" }
        for operation in reads {
            let identifiers = try AuthorizationRequest.identifiers(of: operation.id, by: column, in: self)
            // Operations of a later version can need identifiers that this campus does not have.
            guard let path = AuthorizationRequest.path(of: operation.path, identifiers) else { continue }
            let response = try await server.deferringWork { try await server.send(.get, path, token: reader.token) }
            #expect(response.status < 500, "\(operation.id) by \(column)")
            guard response.status == 200 else { continue }
            bodies[operation.id] = String(decoding: response.body, as: UTF8.self)
        }
        return bodies
    }
}
