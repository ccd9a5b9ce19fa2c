import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let account = FeatureFixture(
        contract: [.account],
        accessMatrix: AccessFixture(steps: [.last: { try await $0.makeErased() }]),
        blockMatrix: BlockFixture(rows: ["exportMe": .shows, "eraseMe": .own]),
        archive: ArchiveFixture(
            refused: [
                (#""version":1"#, #""version":2"#, .unsupported),
                (#""format":"orbit-export""#, #""format":"other""#, .unsupported),
                (#""version":1"#, #""version":1,"version":1"#, .unreadable),
                (#""version":1"#, #""version":1,"versio\u006e":1"#, .unreadable),
                (#""version":1"#, #""version":1,"x":"# + String(repeating: "[", count: 100_000), .unreadable),
                (#""version":1}"#, #""version":1"#, .unreadable),
            ]))
}

extension AuthorizationWorld {
    /// A person who is there no more, with the token that they had.
    fileprivate func makeErased() async throws {
        let erased = try await server.send(.delete, "/users/me", token: person(.erased).token)
        #expect(erased.status == 200)
    }
}
