/// The part of a feature in the tests that cover all features. It contributes to the contract, to the worlds of both
/// matrices, to a full life, and to the archive of an account.
///
/// The files of this folder are compiled by `Tests/StoreProofs`, too.
struct FeatureFixture: Sendable {
    /// The areas of the contract that the feature has.
    let contract: [ContractArea]
    var accessMatrix = AccessFixture()
    var blockMatrix = BlockFixture()
    /// The steps that the person of a ``FullLife`` takes with the feature.
    var life: [FullLife.SetupPhase: @Sendable (inout FullLife) async throws -> Void] = [:]
    var archive = ArchiveFixture()

    /// Every feature. In each phase, the features add their steps to a world in this order. The identifiers in the
    /// world depend on the order.
    static let all: [FeatureFixture] = [
        auth,
        profiles,
        connections,
        blocks,
        discover,
        pairing,
        meetups,
        calendar,
        chat,
        reputation,
        reports,
        safety,
        events,
        account,
    ]

    /// Merges a part of all fixtures. `FeatureFixtureTests` requires that its keys, such as operations, are distinct.
    static func joined<Value>(_ part: (FeatureFixture) -> [String: Value]) -> [String: Value] {
        all.reduce(into: [:]) { $0.merge(part($1)) { first, _ in first } }
    }
}
