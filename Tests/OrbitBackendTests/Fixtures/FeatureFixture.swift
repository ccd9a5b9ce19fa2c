/// One feature in the tests that go over all features: what it adds to the contract, to the worlds of both matrices, to a
/// full life, and to the archive of an account.
///
/// The files of this folder are compiled by `Tests/StoreProofs`, too.
struct FeatureFixture: Sendable {
    /// Its areas of the contract.
    let contract: [ContractArea]
    var accessMatrix = AccessFixture()
    var blockMatrix = BlockFixture()
    /// What the person of a ``FullLife`` does with it, and when.
    var life: [FullLife.Moment: @Sendable (inout FullLife) async throws -> Void] = [:]
    var archive = ArchiveFixture()

    /// Every feature. At each moment the worlds take their steps in this order, from which the identifiers of all that is
    /// in them result.
    static let all: [FeatureFixture] = [
        auth,
        profiles,
        connections,
        blocks,
        discover,
        pairing,
        meetups,
        calendar,
        reputation,
        reports,
        safety,
        events,
        account,
    ]

    /// What all features name by distinct keys, such as operations.
    static func joined<Value>(_ part: (FeatureFixture) -> [String: Value]) -> [String: Value] {
        all.reduce(into: [:]) { $0.merge(part($1)) { first, _ in first } }
    }
}
