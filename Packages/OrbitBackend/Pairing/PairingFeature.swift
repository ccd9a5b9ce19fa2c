import BackendRuntime
import Connections
import OrbitModels

extension Feature {
    /// The match of the day.
    static let pairing = Feature(
        operations: [TodaysMatch.self], records: [PairingDayRecord.self, PairingPartRecord.self],
        lists: PeopleLists([.today]))
}
