extension Feature {
    static let account = Feature(
        operations: [ExportAccount.self, EraseAccount.self],
        expiring: [ReturnRecord.self, CountedDayRecord.self],
        records: [ErasureRecord.self],
        jobs: [ErasureRecord.self])
}
