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
            "codes-per-mailbox", "codes-per-mailbox-and-origin", "codes-per-mailbox-in-overcrowd",
            "codes-per-mailbox-in-overcrowd-and-origin", "codes-per-device", "codes-per-origin", "codes-per-overcrowd",
            "newcomers-per-crowd", "wrong-codes-per-mailbox", "wrong-codes-per-origin",
        ])
}
