import BackendRuntime

extension Feature {
    static let auth = Feature(
        operations: [
            SendCode.self, VerifyCode.self, RefreshSession.self, Logout.self,
        ],
        records: [
            CodeRecord.self, SessionRecord.self, AccessTokenRecord.self, UsageRecord.self,
            IdempotencyRecord.self, DeviceRecord.self, CampusDomainRecord.self,
        ],
        limits: [
            CodeRules.codesPerMailbox.name, CodeRules.codesPerMailbox.nameOfOrigins,
            CodeRules.codesPerMailboxAtOvercrowdedOrigin.name,
            CodeRules.codesPerMailboxAtOvercrowdedOrigin.nameOfOrigins, CodeRules.codesPerDevice.name,
            CodeRules.crowdedOrigin, CodeRules.overcrowdedOrigin, CodeRules.newcomers,
            CodeRules.wrongCodesPerMailbox.name, CodeRules.wrongCodesPerOrigin.name,
        ])
}
