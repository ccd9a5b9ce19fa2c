import Connections
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    /// The contract of the pairing is part of the area of the connections.
    static let pairing = FeatureFixture(
        contract: [],
        blockMatrix: BlockFixture(rows: rows, connections: [.matchByChance: { try await $0.makeMatchByChance() }]),
        life: [.acquainted: { _ = try await $0.server.today($0.others[2]) }],
        archive: ArchiveFixture(
            sections: ["pairing"], changedScreens: ["/matches/today": ArchiveFixture.needsBoth]))

    private static let rows: [String: BlockRow] = [
        "readTodaysMatch": .shows, "pausePairing": .own, "resumePairing": .own,
    ]
}

extension BlockWorld {
    fileprivate mutating func makeMatchByChance() async throws {
        _ = try await server.send(.put, "/matches/pause", token: third[0].token)
        between["match_id"] = try await server.today(pair[0]).matches.elements.map(\.id.rawValue)
        #expect(between["match_id"]?.count == 1)
    }
}
