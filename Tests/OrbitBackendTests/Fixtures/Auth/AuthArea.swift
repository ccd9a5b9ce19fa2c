import Auth
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/auth.yaml`.
    static let auth = ContractArea(
        routes: AuthRoutes.all,
        full: [
            (
                "SendCodeRequest",
                SendCodeRequest(email: "maya@stanford.edu", deviceToken: DeviceToken("d"), replaces: ChallengeID("c"))
            ),
            (
                "CodeSent",
                CodeSent(
                    message: "Sent.", challengeID: "1", expiresIn: 1, resendAfter: 1, attempts: 1, mayBeWithheld: true)
            ),
            ("VerifyCodeRequest", VerifyCodeRequest(email: "maya@stanford.edu", code: "042042", challengeID: "1")),
            ("RefreshRequest", RefreshRequest(refreshToken: RefreshToken("x"))),
            (
                "AuthGrant",
                AuthGrant(
                    accessToken: AccessToken("x"), refreshToken: RefreshToken("y"), expiresIn: 900, isNewUser: true,
                    userID: "1", deviceToken: DeviceToken("d"))
            ),
        ])
}
