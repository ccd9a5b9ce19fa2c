/// The requirements of a `BackendStore`, as checks that any test runner can run.
///
/// ```swift
/// @Test(arguments: StoreConformance.checks)
/// func `my store meets the requirements of a store`(_ check: StoreCheck) async throws {
///     try await check.run { StoreUnderTest { try MyStore(at: path) } }
/// }
/// ```
public enum StoreConformance {
    /// Checks for every store, including a store in memory.
    public static let checks: [StoreCheck] =
        recordChecks + nameChecks + versionChecks + indexChecks + pagingChecks + blobChecks + transactionChecks
        + contentionChecks
        + feedChecks

    /// Checks for a durable store. They require ``StoreUnderTest/crash``.
    public static let durabilityChecks: [StoreCheck] = crashChecks

    /// Checks for a failing database. They require ``StoreUnderTest/faultInjection``.
    public static let failureChecks: [StoreCheck] = faultInjectionChecks
}
