extension FeatureFixture {
    static let events = FeatureFixture(
        contract: [.events],
        blockMatrix: BlockFixture(rows: ["readEvents": .shows]),
        archive: ArchiveFixture(changedScreens: ["/events": "Each log has places of its own."]))
}
