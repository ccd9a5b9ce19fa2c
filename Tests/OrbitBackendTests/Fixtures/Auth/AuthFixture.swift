import Auth
import OrbitModels

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let auth = FeatureFixture(
        contract: [.auth],
        accessMatrix: AccessFixture(requests: requests, steps: [.last: { try await $0.makeCodes() }]),
        blockMatrix: BlockFixture(rows: rows),
        archive: ArchiveFixture(sections: ["sessions"]))

    private static let requests: [String: AuthorizationRequest] = [
        "sendCode": .json { _ in SendCodeRequest(email: "another@stanford.edu") },
        "verifyCode": .json {
            VerifyCodeRequest(email: "new@stanford.edu", code: $0["code"], challengeID: ChallengeID($0["challenge_id"]))
        },
        "refreshSession": .json { RefreshRequest(refreshToken: RefreshToken($0["refresh_token"])) },
        "logOut": .json { RefreshRequest(refreshToken: RefreshToken($0["refresh_token"])) },
    ]

    private static let rows: [String: BlockRow] = [
        "logOut": .withoutSession, "refreshSession": .withoutSession, "sendCode": .withoutSession,
        "verifyCode": .withoutSession,
    ]
}

extension AuthorizationWorld {
    fileprivate mutating func makeCodes() async throws {
        identifiers["refresh_token"] = try await server.signIn("spare@stanford.edu").refreshToken.reveal
        identifiers["challenge_id"] = try await server.challenge(for: "new@stanford.edu").rawValue
        identifiers["code"] = try server.mailTransport.code(for: "new@stanford.edu")
    }
}
