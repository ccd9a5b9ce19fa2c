public import Matching
public import OrbitModels
import OrbitStore

/// A part of the backend: operations, the records that they work on, and the lists in which they show people to people.
///
/// A feature names its records once. Each record states by its conformances what else is to be done with it:
///
/// | Conformance | Effect |
/// |---|---|
/// | ``ExpiringRecord`` | It is removed when its time has come. |
/// | ``DueRecord`` | It is settled when its time has come. |
/// | ``Job`` | It is done after the request that has left it. |
///
/// A callback of an added feature that throws fails for its feature alone: the callback is counted as
/// ``OperatorEvent/callbackFailed(_:)``, and those of the other features are called. A record that cannot be read or
/// written is such an error. Other errors of the store fail the whole transaction, as the store has to undo all of it.
public struct Feature: Sendable {
    /// Ends what two people have in common.
    public typealias BlockCallback = @Sendable (UserPair, BackendContext, LogTransaction) throws -> Void

    /// The types that respond to its routes.
    package let operations: [any Operations.Type]
    /// Its records. Jobs are done in the order in which they are named.
    package let records: [any BackendRecord.Type]
    /// Those of its records that counts contain, in the order in which an erasure removes them. They are erased before
    /// all other records.
    package let erasedFirst: [any BackendRecord.Type]
    /// The kinds of the events that it alone appends to logs.
    package let events: Set<EventKind>
    /// Those of its events that a log takes whatever the budget of their cause; see ``NoticeBudget``.
    package let unlimitedEvents: Set<EventKind>
    /// Its lists with people in them.
    package let lists: PeopleLists
    /// Its lists that a hidden person need not leave, and the values that devices keep as they keep lists.
    package let otherLists: [ListName]
    /// The names of the rate limits that it alone uses.
    package let limits: Set<String>
    /// Runs in the transaction of a block between two people; a bounded number of writes. What an added feature has
    /// written before it throws stays written.
    package let onBlock: BlockCallback

    /// Creates a feature.
    ///
    /// - Parameters:
    ///   - operations: The types that respond to its routes.
    ///   - records: Its records. Jobs are done in the order in which they are named.
    ///   - erasedFirst: Those of the records that counts contain, in the order in which an erasure removes them before
    ///     all other records.
    ///   - events: The kinds of the events that it alone appends to logs.
    ///   - unlimitedEvents: The events that a log takes whatever the budget of their cause.
    ///   - lists: Its lists with people in them.
    ///   - otherLists: The other lists that its events touch: a hidden person does not change them.
    ///   - limits: The names of the rate limits that it alone uses; see ``RateLimit``.
    ///   - onBlock: Ends what two people have in common, in the transaction of the block between them; a bounded number
    ///     of writes. If it throws, what it has written until then stays written.
    public init(
        operations: [any Operations.Type], records: [any BackendRecord.Type] = [],
        erasedFirst: [any BackendRecord.Type] = [], events: Set<EventKind> = [], unlimitedEvents: Set<EventKind> = [],
        lists: PeopleLists = PeopleLists(), otherLists: [ListName] = [], limits: Set<String> = [],
        onBlock: @escaping BlockCallback = { _, _, _ in }
    ) {
        (self.otherLists, self.limits) = (otherLists, limits)
        (self.operations, self.records, self.erasedFirst) = (operations, records, erasedFirst)
        (self.events, self.unlimitedEvents, self.lists, self.onBlock) = (events, unlimitedEvents, lists, onBlock)
    }
}
