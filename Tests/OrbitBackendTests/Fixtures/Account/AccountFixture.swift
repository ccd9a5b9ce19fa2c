import Networking
import OrbitModels
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let account = FeatureFixture(
        contract: [.account],
        accessMatrix: AccessFixture(requests: requests, steps: [.last: { try await $0.makeErased() }]),
        blockMatrix: BlockFixture(rows: rows),
        archive: ArchiveFixture(
            refused: [
                (#""version":1"#, #""version":2"#, .unsupported),
                (#""format":"orbit-export""#, #""format":"other""#, .unsupported),
                (#""version":1"#, #""version":1,"version":1"#, .unreadable),
                (#""version":1"#, #""version":1,"versio\u006e":1"#, .unreadable),
                (#""version":1"#, #""version":1,"x":"# + String(repeating: "[", count: 100_000), .unreadable),
                (#""version":1}"#, #""version":1"#, .unreadable),
            ]))

    private static let requests: [String: AuthorizationRequest] = [
        "readSuspension": .json { suspended($0) },
        "eraseSuspended": .json { suspended($0) },
        "appealSuspension": .json {
            SuspendedAppealRequest(
                email: suspended($0).email, code: suspended($0).code, challengeID: suspended($0).challengeID,
                decisionID: "ban", text: "It was not me.")
        },
    ]

    /// The code with which a suspended person proves their identity without a sign-in. The steps of ``reports`` create
    /// that person.
    private static func suspended(_ scene: AuthorizationRequest.Scene) -> SuspendedRequest {
        SuspendedRequest(
            email: scene["suspended_email"], code: scene["suspended_code"],
            challengeID: scene["suspended_challenge_id"])
    }

    private static let rows: [String: BlockRow] = [
        "exportMe": .shows, "eraseMe": .own, "appealSuspension": .withoutSession, "eraseSuspended": .withoutSession,
        "readSuspension": .withoutSession,
    ]
}

extension AuthorizationWorld {
    /// Erases a person, who keeps the access token.
    fileprivate func makeErased() async throws {
        let erased = try await server.send(.delete, "/users/me", token: person(.erased).token)
        #expect(erased.status == 200)
    }
}
