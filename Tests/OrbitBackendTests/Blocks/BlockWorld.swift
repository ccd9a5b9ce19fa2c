import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Two people on a campus who have interacted in every way, and a third person that both know. Each of the two has both
/// roles of an interaction, such as host and guest. The world is created once, and each test works on a copy.
struct BlockWorld: Sendable {
    /// The relation of the two people, of which there is only one at a time.
    enum Connection: CaseIterable {
        case none, poke, declinedPoke, match, matchByChance
    }

    /// The phases in which features add the things of one person to the world.
    ///
    /// In each phase, the first person takes all steps before the second person. ``SetupPhase/people``,
    /// ``SetupPhase/plans`` and ``SetupPhase/privateThings`` form one turn: the first person completes all three before
    /// the second person begins. So the first person finds nothing that the second person makes in this turn.
    enum SetupPhase: CaseIterable {
        /// Four hours before all other phases, for meetups that end. Both people have a complete profile.
        case past
        /// The meetups of ``past`` have ended. For ratings of each other.
        case met
        /// For data about the person, such as the profile or a consent.
        case people
        /// For things that other people see, and for actions of the other person on them.
        case plans
        /// For things that only the person sees, such as a report or a check-in.
        case privateThings
        /// All plans of both people exist. For things that refer to a plan of the other person, such as a link.
        case links
    }

    /// Words in every text of the first and the second person.
    static let names = ["Xanthippe", "Zebedee"]
    /// An id that never existed.
    static let never = "0123456789abcdef0123456789abcdef"

    /// Identifiers of things, by path parameter, such as `meetup_id`.
    typealias Things = [String: [String]]

    private(set) var server: TestServer
    private(set) var pair: [Member] = []
    private(set) var third: [Member] = []
    /// The id of a person who has erased their account.
    private(set) var erased = ""
    /// The things that each of the two people has made, such as `own[0]["meetup_id"]`. A block hides them from the
    /// other person.
    var own: [Things] = [[:], [:]]
    /// The things between the two people, such as a match. A block hides them from both.
    var between: Things = [:]
    /// The things that the third person has made.
    var thirdPersonThings: Things = [:]

    private static let shared = Task { try await BlockWorld() }

    /// Returns a world for one test, with a connection.
    static func with(_ connection: Connection) async throws -> BlockWorld {
        var world = try await shared.value.copy(seed: 2)
        try await world.connect(connection)
        return world
    }

    /// Returns a copy of the world on a server of its own.
    ///
    /// - Parameter seed: The seed of new ids. A copy of a copy needs another seed.
    func copy(seed: UInt64 = 3) async throws -> BlockWorld {
        var world = self
        world.server = .onCampus(store: try await TestStore.copy(of: server.store), seed: seed)
        world.server.clock.advance(to: server.clock.date)
        return world
    }

    private init() async throws {
        server = .onCampus()
        pair = try await server.members(Self.names.map { $0.lowercased() })
        third = try await server.members("carla")
        let leaver = try await server.join("dora@stanford.edu", profile: .valid("Dora"))
        #expect(try await server.send(.delete, "/users/me", token: leaver.accessToken).status == 200)
        try await server.backend.runScheduledWork()
        erased = leaver.userID.rawValue
        for turn in Self.turns {
            for number in 0..<2 {
                for phase in turn { try await take(phase, number) }
            }
            switch turn.last {
            case .past: try await signInAnew(after: 4 * 3_600)
            case .links: try await signInAnew(after: 60)
            default: break
            }
        }
        for fixture in FeatureFixture.all { try await fixture.blockMatrix.thirdPersonStep(&self) }
    }

    /// All phases in their order. In a turn, the first person takes all steps before the second person begins.
    private static let turns = SetupPhase.allCases.reduce(into: [[SetupPhase]]()) { turns, phase in
        if [.plans, .privateThings].contains(phase), let turn = turns.popLast() {
            turns.append(turn + [phase])
        } else {
            turns.append([phase])
        }
    }

    /// Takes the step of each feature for one of the two people.
    private mutating func take(_ phase: SetupPhase, _ number: Int) async throws {
        for fixture in FeatureFixture.all { try await fixture.blockMatrix.steps[phase]?(&self, number) }
    }

    /// Begins new sessions without codes, because so many sign-ins would exceed a limit.
    mutating func signInAnew(after seconds: Double) async throws {
        server.clock.advance(by: .seconds(seconds))
        try await server.renewSessions(of: &pair)
        try await server.renewSessions(of: &third)
    }

    /// Makes one person block the other person.
    func block(by blocker: Int) async throws {
        #expect(try await server.block(pair[1 - blocker].id, by: pair[blocker]).status == 200)
    }

    func unblock(by blocker: Int) async throws {
        #expect(try await server.unblock(pair[1 - blocker].id, by: pair[blocker]).status == 200)
    }

    private mutating func connect(_ connection: Connection) async throws {
        for fixture in FeatureFixture.all { try await fixture.blockMatrix.connections[connection]?(&self) }
    }
}
