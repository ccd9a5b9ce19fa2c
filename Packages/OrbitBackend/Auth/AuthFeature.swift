extension Feature {
    static let auth = Feature(
        operations: [
            SendCode.self, VerifyCode.self, RefreshSession.self, Logout.self,
        ],
        expiring: [
            CodeRecord.self, SessionRecord.self, AccessTokenRecord.self, UsageRecord.self,
            IdempotencyRecord.self, DeviceRecord.self,
        ],
        records: [CampusDomainRecord.self])
}
