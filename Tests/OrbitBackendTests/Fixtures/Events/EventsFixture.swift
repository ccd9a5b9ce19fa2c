extension FeatureFixture {
    static let events = FeatureFixture(
        contract: [.events],
        blockMatrix: BlockFixture(rows: ["readEvents": .shows]),
        archive: ArchiveFixture(changedScreens: ["/events": "Every log has its own positions."]))
}
