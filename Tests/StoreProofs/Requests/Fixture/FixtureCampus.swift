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

/// What has to be known of a campus in a store to send requests about it, and what these came to when it was written.
struct FixtureCampus: Codable, Sendable {
    /// When it was written, by its own clock.
    let date: Date
    /// The people of an ``AuthorizationWorld`` by the names of their columns, and what it knows beside them.
    let people: [String: Member]
    let identifiers: [String: String]
    let lost: [String: [String: String]]
    let meetups: [String: MeetupID]
    /// People of `CampusSeed` who have signed in. The first has poked the second with ``key``.
    let residents: [Member]
    /// Whose erasure has begun and is not done.
    let erased: UserID
    /// The body of the response to the poke.
    let poke: String
    /// The operations of that version's contract.
    let operations: [String]
    /// The bodies that the people of ``readers`` have read, by the names of their columns and by operation.
    let responses: [String: [String: String]]

    static let readers: [AuthorizationColumn] = [.owner, .attendee, .moderator]
    /// An `Idempotency-Key`.
    static let key = "sent-by-an-earlier-version"

    /// A server on the store of a campus, that has the same settings whenever it runs.
    static func server(on store: any BackendStore, at date: Date, seed: UInt64) throws -> TestServer {
        let moderator = try EmailAddress("moderator@stanford.edu")
        let server = TestServer(store: store, seed: seed) { configuration in
            let universities = TestServer.campuses.universities + [CampusSeed.university]
            configuration.campuses = CampusRegistry(universities: universities)
            configuration.campusCentre = TestServer.centre
            configuration.moderators = [moderator]
            configuration.codesPerOrigin = 1_000
        }
        server.clock.advance(by: .seconds(date.timeIntervalSince(server.clock.date)))
        return server
    }

    /// A server on a store with the records of this campus, at the time when they were written.
    func server(on store: any BackendStore) throws -> TestServer { try Self.server(on: store, at: date, seed: 9) }

    /// The people and things that requests are about.
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
    /// The bodies of all that a person may read, by operation. Work that the requests leave is left.
    func bodies(readBy column: AuthorizationColumn, on server: TestServer) async throws -> [String: String] {
        let reader = try person(column)
        var bodies: [String: String] = [:]
        // An archive has the time at which it was made, and a test of its own.
        let reads = try Contract.current.get().handlers.filter { $0.method == "GET" && $0.operation != "exportMe" }
        for handler in reads {
            let identifiers = try AuthorizationRequest.identifiers(of: handler.operation, by: column, in: self)
            // What a later version has added may be about something that is not there yet.
            guard let path = AuthorizationRequest.path(of: handler.path, identifiers) else { continue }
            let response = try await server.leavingWork { try await server.send(.get, path, token: reader.token) }
            #expect(response.status < 500, "\(handler.operation) by \(column)")
            guard response.status == 200 else { continue }
            bodies[handler.operation] = String(decoding: response.body, as: UTF8.self)
        }
        return bodies
    }
}
