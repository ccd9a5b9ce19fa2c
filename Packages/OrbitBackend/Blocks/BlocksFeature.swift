package import BackendRuntime
import Connections
import OrbitModels

extension Feature {
    /// Blocks between two people. Each feature ends its own data on a block; see `Feature.onBlock`.
    static let blocks = Feature(
        operations: [BlockUser.self], records: [BlockRecord.self], events: [.blockAdded, .blockRemoved],
        otherLists: [.blocks], limits: [BlockUser.lifting.name, BlockUser.liftingOne.name, BlockUser.unseen.name])
}

extension BlockRecord: BackendRecord {
    package static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byBlocker,
                exported: ExportSection(
                    "blocks", of: "Connections", "A blocked person, with the name that the user knew"),
                erase: .keep("A block applies to a person who comes back.") { block, erasing in
                    block.replace(erasing.person, with: erasing.pseudonym)
                }
            ) { block, _ in block.shown },
            .group(
                of: Self.byBlocked,
                erase: .keep("A block applies to a person who comes back.") { block, erasing in
                    block.replace(erasing.person, with: erasing.pseudonym)
                    // The blocker's list contains the pseudonym from now on.
                    try erasing.transaction.append(.void, to: block.blocker, touches: [.blocks])
                }))
    }

    /// The block as the blocker sees it.
    var shown: BlockedPerson { BlockedPerson(userID: blocked, name: name, blockedAt: blockedAt) }
}
