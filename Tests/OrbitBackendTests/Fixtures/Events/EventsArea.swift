import Networking
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/events.yaml`.
    static let events = {
        let event = LogEvent(
            .personHidden, seq: 1, at: ContractSample.now, subject: "2", action: "x",
            touches: [ListName(rawValue: "matches")])
        return ContractArea(
            routes: EventRoutes.all,
            full: [
                ("LogEvent", event),
                ("LogSlice", LogSlice(at: LogPosition(epoch: "x", seq: 1), events: [event], isResync: true)),
            ])
    }()
}
