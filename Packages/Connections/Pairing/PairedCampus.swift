public import OrbitModels

/// Who meets whom. Everybody of the campus is in exactly one group, or waiting.
public struct PairedCampus: Hashable, Sendable {
    /// Two people each, or three; ids in order.
    public var groups: [[UserID]]
    public var waiting: [UserID: Reason]

    /// Why somebody is in no group.
    public enum Reason: Hashable, Sendable {
        case paused
        /// There is nobody else to meet.
        case alone
        /// There are others, but nobody left whom this person may meet.
        case nobodySuitable
    }

    public init(groups: [[UserID]] = [], waiting: [UserID: Reason] = [:]) {
        self.groups = groups
        self.waiting = waiting
    }
}
