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
            CodeRules.codesPerMailboxInOvercrowd.name, CodeRules.codesPerMailboxInOvercrowd.nameOfOrigins,
            CodeRules.codesPerDevice.name, CodeRules.crowd, CodeRules.overcrowd, CodeRules.newcomers,
            CodeRules.wrongCodesPerMailbox.name, CodeRules.wrongCodesPerOrigin.name,
        ])
}
