extension Feature {
    static let auth = Feature(
        operations: [
            SendCode.self, VerifyCode.self, RefreshSession.self, Logout.self,
        ],
        expiring: [
            CodeRecord.self, SessionRecord.self, AccessTokenRecord.self, RefreshTokenRecord.self, UsageRecord.self,
            IdempotencyRecord.self,
        ])
}
