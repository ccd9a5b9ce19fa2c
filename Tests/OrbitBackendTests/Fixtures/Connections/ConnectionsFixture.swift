import Connections
import Networking
import OrbitModels

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let connections = FeatureFixture(
        contract: [.connections],
        accessMatrix: AccessFixture(
            requests: [
                "sendPoke": .json { SendPokeRequest(toUserID: $0.user, note: .hello) },
                "clearPokes": .json { ClearPokesRequest.from($0.user) },
            ],
            kinds: kinds,
            // People do not poke themselves.
            exceptions: [.init(operation: "sendPoke", column: .owner, response: .problem(422, .invalidInput))],
            steps: [.present: { try await $0.makeConnections() }]),
        blockMatrix: BlockFixture(
            rows: rows, named: ["sendPoke": ["user_id"], "clearPokes": ["user_id"]],
            connections: [
                .poke: { _ = try await $0.makePoke() },
                .declinedPoke: { try await $0.makeDeclinedPoke() },
                .match: { try await $0.makeMatch() },
            ]),
        life: [.acquainted: { try await $0.connect() }],
        archive: ArchiveFixture(
            sections: ["pokes_sent", "pokes_received", "matches"],
            changedScreens: [
                "/matches": ArchiveFixture.needsBoth, "/pokes/incoming": ArchiveFixture.needsBoth,
                "/pokes/outgoing": ArchiveFixture.needsBoth,
            ]))

    private static let kinds: [String: AccessFixture.Kind] = [
        "poke": .init(roles: [.owner: [.sender], .recipient: [.recipient]], isOfParties: true),
        "match": .init(roles: [.owner: [.match], .match: [.match]], isOfParties: true),
    ]

    private static let rows: [String: BlockRow] = [
        "listIncomingPokes": .shows, "listMatches": .shows, "listOutgoingPokes": .shows, "acceptPoke": .acts,
        "declinePoke": .acts, "disconnectMatch": .acts, "ignorePoke": .acts, "sendPoke": .acts, "withdrawPoke": .acts,
        "clearPokes": .sameForEveryID,
    ]
}

extension AuthorizationWorld {
    fileprivate mutating func makeConnections() async throws {
        let owner = try person(.owner)
        identifiers["match_id"] = try await server.matched(owner, person(.match)).id.rawValue
        identifiers["poke_id"] = try await server.sentPoke(from: owner, to: person(.recipient)).id.rawValue
        for column in [AuthorizationColumn.blocked, .blocker] {
            let poke = try await server.sentPoke(from: owner, to: person(column))
            let match = try await server.act("accept", poke.id, by: person(column)).payload(Keyed<Match>.self).value
            lost[column] = ["poke_id": poke.id.rawValue, "match_id": match.id.rawValue]
        }
    }
}

extension BlockWorld {
    /// Sends a poke from the first person to the second.
    fileprivate mutating func makePoke() async throws -> Poke {
        let poke = try await server.sentPoke(from: pair[0], to: pair[1])
        between["poke_id"] = [poke.id.rawValue]
        return poke
    }

    fileprivate mutating func makeDeclinedPoke() async throws {
        let poke = try await makePoke()
        _ = try await server.act("decline", poke.id, by: pair[1])
    }

    fileprivate mutating func makeMatch() async throws {
        let poke = try await makePoke()
        let match = try await server.act("accept", poke.id, by: pair[1]).payload(Keyed<Match>.self).value
        between["match_id"] = [match.id.rawValue]
    }
}

extension FullLife {
    fileprivate func connect() async throws {
        try await server.matched(person, others[0])
        _ = try await server.sentPoke(from: others[1], to: person)
        _ = try await server.poke(others[2].id, by: person, key: "a-key")
    }
}
