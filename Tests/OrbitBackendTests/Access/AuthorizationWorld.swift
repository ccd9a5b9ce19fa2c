import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A campus with one person of each column, and all things that the requests name. The world is created once, and each
/// cell of the matrix works on a copy.
struct AuthorizationWorld: Sendable {
    /// The phases in which features add to the world, in their order.
    enum SetupPhase: CaseIterable {
        /// The first phase. Four hours pass after it, so its meetup has ended in all other phases.
        case past
        /// The actions of people after that meetup, such as ratings.
        case met
        /// The things that people make, such as photos and meetups, and their connections, such as pokes and matches.
        case present
        /// The blocks between the owner and two other people.
        case apart
        /// The things that must come last: codes that expire, and accounts that end.
        case last
    }

    typealias Identifiers = AuthorizationRequest.Identifiers

    let server: TestServer
    private(set) var people: [AuthorizationColumn: Member] = [:]
    /// The identifiers of the owner's things, by path parameter, such as `meetup_id`. They fill all requests.
    var identifiers: Identifiers = [:]
    /// The identifiers of things that a caller shared with the owner until a block, such as their match. They fill the
    /// requests of the caller's column in place of ``identifiers``.
    var lost: [AuthorizationColumn: Identifiers] = [:]
    /// Other meetups, by operation, for the operations that are not possible at the meetup in ``identifiers``.
    var meetups: [String: MeetupID] = [:]

    static let shared = Task { try await AuthorizationWorld() }

    /// A server on a copy of the store.
    func copy() async throws -> TestServer {
        try await self.server(on: TestStore.copy(of: server.store))
    }

    /// Returns a server on another store, with the same time as ``server``.
    func server(on store: any BackendStore) throws -> TestServer {
        let copy = try TestServer.moderated(by: "moderator", store: store, seed: 2)
        copy.clock.advance(to: server.clock.date)
        return copy
    }

    func person(_ column: AuthorizationColumn) throws -> Member { try #require(people[column]) }

    /// - Parameter store: An empty store.
    init(on store: any BackendStore = TestStore.make()) async throws {
        server = try .moderated(by: "moderator", store: store)
        for column in AuthorizationColumn.allCases where column.isPerson {
            let domain = column == .otherCampus ? "uba.edu.ar" : "stanford.edu"
            let address = "\(column.rawValue.lowercased())@\(domain)"
            let grant =
                column == .incomplete
                ? try await server.signIn(address)
                : try await server.join(address, profile: .valid(column.rawValue.capitalized))
            people[column] = Member(address: address, id: grant.userID, token: grant.accessToken)
        }
        for phase in SetupPhase.allCases {
            for fixture in FeatureFixture.all { try await fixture.accessMatrix.steps[phase]?(&self) }
            if phase == .past { try await letMeetupPass() }
        }
    }

    /// Creates a world from the values of a world that an earlier process made. The server is on the store of that
    /// world.
    init(
        on server: TestServer, people: [AuthorizationColumn: Member], identifiers: Identifiers,
        lost: [AuthorizationColumn: Identifiers], meetups: [String: MeetupID]
    ) {
        (self.server, self.people, self.identifiers) = (server, people, identifiers)
        (self.lost, self.meetups) = (lost, meetups)
    }

    /// Advances the clock by four hours and begins a new session for each person.
    private mutating func letMeetupPass() async throws {
        server.clock.advance(by: .seconds(4 * 3_600))
        for (column, person) in people {
            let token = try await server.session(of: person.id)
            people[column]?.token = token
        }
    }
}

extension AuthorizationWorld {
    /// Returns the header fields with the credential of a caller. Each caller needs a server of its own.
    func credential(
        _ column: AuthorizationColumn, ofA entitled: AuthorizationColumn, on server: TestServer
    ) async throws -> [(name: String, value: String)] {
        let person = try person(column.isPerson ? column : entitled)
        var token = person.token.reveal
        switch column {
        case .anonymous: return []
        case .expired:
            let begun = server.clock.date.addingTimeInterval(-TimeInterval(SessionRules.accessLifetime))
            token = try await server.grant(for: person.id, at: begun).accessToken.reveal
        case .revoked:
            let grant = try await server.grant(for: person.id)
            #expect(try await server.logOut(grant.refreshToken).status == 200)
            token = grant.accessToken.reveal
        case .refreshToken: token = try await server.grant(for: person.id).refreshToken.reveal
        default: break
        }
        return [("Authorization", "Bearer \(token)")]
    }
}
