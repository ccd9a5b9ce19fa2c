import Auth
import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import OrbitModels
import Testing

/// A kind of token store for the conformance suite. Add new kinds to `all`.
struct TokenStoreKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let makeStore: @Sendable () throws -> any TokenStore

    static let all = [
        TokenStoreKind(testDescription: "memory") { MemoryTokenStore() },
        TokenStoreKind(testDescription: "file") {
            FileTokenStore(in: PrivateDirectory("orbit", under: "/home", on: SimulatedDisk()))
        },
    ]
}

extension AuthSession {
    /// Returns a session whose dates would be rounded in text, and whose tokens must not appear in any output.
    static func sample(_ number: Int = 1) -> AuthSession {
        AuthSession(
            userID: UserID("user-\(number)"), accessToken: AccessToken("canary-access-\(number)"),
            refreshToken: RefreshToken("canary-refresh-\(number)"),
            issuedAt: Date(timeIntervalSince1970: 1_800_000_000.123456),
            accessExpiresAt: Date(timeIntervalSince1970: 1_800_000_900.123456))
    }
}
