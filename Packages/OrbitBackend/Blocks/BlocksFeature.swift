import BackendRuntime
import Connections
import OrbitModels

extension Feature {
    /// Blocks between two people. What else ends with a block is a matter of each feature; see ``Feature/onBlock``.
    static let blocks = Feature(
        operations: [BlockUser.self], records: [BlockRecord.self], events: [.blockAdded, .blockRemoved],
        otherLists: [.blocks])
}
