import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    /// The contract of blocks is part of the area of the connections.
    static let blocks = FeatureFixture(
        contract: [],
        accessMatrix: AccessFixture(
            // People do not block themselves.
            exceptions: [.init(operation: "blockUser", column: .owner, response: .problem(422, .invalidInput))],
            steps: [.apart: { try await $0.makeBlocks() }]),
        blockMatrix: BlockFixture(rows: rows),
        life: [.acquainted: { try await $0.block() }],
        archive: ArchiveFixture(sections: ["blocks"]))

    private static let rows: [String: BlockRow] = [
        "listBlocks": .silent("It names people whom the caller has blocked, and no others."),
        "unblockUser": .sameForEveryID,
        "blockUser": .excepted("Whoever has blocked the caller can be blocked, and that tells nothing of their block."),
    ]
}

extension AuthorizationWorld {
    fileprivate func makeBlocks() async throws {
        #expect(try await server.block(person(.blocked).id, by: person(.owner)).status == 200)
        #expect(try await server.block(person(.owner).id, by: person(.blocker)).status == 200)
    }
}

extension FullLife {
    fileprivate func block() async throws {
        _ = try await server.block(person.id, by: others[3])
        _ = try await server.block(others[4].id, by: person)
    }
}
