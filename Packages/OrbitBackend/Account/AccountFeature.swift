import BackendRuntime

extension Feature {
    static let account = Feature(
        operations: [ExportAccount.self, EraseAccount.self, ReadSuspension.self],
        records: [PseudonymLinkRecord.self, EffectiveDayRecord.self, ErasureRecord.self],
        limits: [ExportAccount.exportLimit.name, PseudonymLinkRecord.erasures.name])
}
