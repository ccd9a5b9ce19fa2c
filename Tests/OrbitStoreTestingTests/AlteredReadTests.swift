import OrbitStore
import Testing
import TimeAndChance

@testable import OrbitStoreTesting

@Suite struct AlteredReadTests {
    /// All checks except for those of contention. There, some results only make a writer wait.
    static let checks =
        StoreConformance.recordChecks + StoreConformance.nameChecks + StoreConformance.versionChecks
        + StoreConformance.indexChecks + StoreConformance.pagingChecks + StoreConformance.blobChecks
        + StoreConformance.transactionChecks + StoreConformance.feedChecks

    @Test(arguments: checks)
    func `a check fails if any of its reads has another result`(_ check: StoreCheck) async throws {
        let unaltered = AlteringStore(altering: nil)
        try await check.run { StoreUnderTest { unaltered } }
        var random = SplitMix64(seed: 1)
        for number in unaltered.numbers.shuffled(using: &random).prefix(100) {
            let store = AlteringStore(altering: number)
            await #expect(throws: RequirementViolation.self, "read \(number)") {
                try await check.run { StoreUnderTest { store } }
            }
        }
    }
}
