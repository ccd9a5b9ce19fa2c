import BackendRuntime

extension Feature {
    static let auth = Feature(
        operations: [
            SendCode.self, VerifyCode.self, RefreshSession.self, Logout.self,
        ],
        records: [
            CodeRecord.self, SessionRecord.self, AccessTokenRecord.self, UsageRecord.self,
            IdempotencyRecord.self, DeviceRecord.self, CampusDomainRecord.self,
        ])
}
