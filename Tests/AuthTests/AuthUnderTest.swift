import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import TimeAndChance

/// Returns the token pair with the given number.
func grant(_ number: Int, user: UserID = "u_1", expiresIn: Int = 900, isNew: Bool = false) -> AuthGrant {
    AuthGrant(
        accessToken: AccessToken("access-\(number)"), refreshToken: RefreshToken("refresh-\(number)"),
        expiresIn: expiresIn, isNewUser: isNew, userID: user)
}

func session(_ number: Int, issued: Date, lifetime: TimeInterval = 900) -> AuthSession {
    AuthSession(
        userID: "u_1", accessToken: AccessToken("access-\(number)"), refreshToken: RefreshToken("refresh-\(number)"),
        issuedAt: issued, accessExpiresAt: issued + lifetime)
}

let sessionEnded = Problem(code: .sessionEnded, message: "Your session has ended. Sign in again.")

/// A gate that opens once. Callers wait until it is open.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
