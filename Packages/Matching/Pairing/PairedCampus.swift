public import OrbitModels

/// The groups of a campus. Every person is in exactly one group, or waiting.
public struct PairedCampus: Hashable, Sendable {
    /// Groups of two or three people, sorted by id.
    public var groups: [[UserID]]
    /// The people in no group, and why.
    public var waiting: [UserID: Reason]

    /// Why a person is in no group.
    public enum Reason: Hashable, Sendable {
        /// The person has paused pairing.
        case paused
        /// There are no other people.
        case alone
        /// There are other people, but none left that this person may meet.
        case nobodySuitable
    }

    /// Creates a result.
    public init(groups: [[UserID]] = [], waiting: [UserID: Reason] = [:]) {
        self.groups = groups
        self.waiting = waiting
    }
}
