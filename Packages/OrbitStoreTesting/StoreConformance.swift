/// What every `BackendStore` must do, as checks that any test runner can run.
///
/// ```swift
/// @Test(arguments: StoreConformance.checks)
/// func `my store keeps the contract`(_ check: StoreCheck) async throws {
///     try await check.run { StoreUnderTest { try MyStore(at: path) } }
/// }
/// ```
public enum StoreConformance {
    /// What holds of any store, even one that forgets everything with its process.
    public static let checks: [StoreCheck] =
        recordChecks + nameChecks + versionChecks + indexChecks + pagingChecks + blobChecks + transactionChecks
        + contentionChecks
        + feedChecks

    /// What holds of a store that keeps anything: it needs ``StoreUnderTest/crash``.
    public static let durabilityChecks: [StoreCheck] = crashChecks

    /// What holds of a store whose database fails: it needs ``StoreUnderTest/sabotage``.
    public static let failureChecks: [StoreCheck] = sabotageChecks
}
