import Auth
import Foundation
import OrbitModels

extension AuthSession {
    /// Returns the `number`th pair of tokens of a user.
    static func numbered(_ number: Int) -> AuthSession {
        AuthSession(
            userID: "u_1", accessToken: AccessToken("access-\(number)"),
            refreshToken: RefreshToken("refresh-\(number)"),
            issuedAt: Date(timeIntervalSince1970: 1_800_000_000),
            accessExpiresAt: Date(timeIntervalSince1970: 1_800_000_900))
    }

    /// The number of the session; -1 for a session that ``numbered(_:)`` has not created.
    var number: Int {
        let number = refreshToken.reveal.split(separator: "-").last.flatMap { Int($0) } ?? -1
        return self == .numbered(number) ? number : -1
    }
}

extension StoredSession {
    /// The case on one line.
    var name: String {
        switch self {
        case .absent: "absent"
        case .session(let session): "session \(session.number)"
        case .unavailable(let reason): "unavailable: \(reason)"
        case .insecure(let reason): "insecure: \(reason)"
        case .corrupt(let reason): "corrupt: \(reason)"
        }
    }
}
