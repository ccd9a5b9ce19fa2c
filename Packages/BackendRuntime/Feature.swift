public import Matching
public import OrbitModels
import OrbitStore

/// A part of the backend: operations, their records, and the lists in which they show people to other people.
///
/// A feature names its records once. The conformances of a record add further work:
///
/// | Conformance | Effect |
/// |---|---|
/// | ``ExpiringRecord`` | The record is removed when it expires. |
/// | ``ScheduledRecord`` | The record is processed when it is due. |
/// | ``Job`` | The job runs after the request that has stored it. |
///
/// An error of a callback of an added feature affects this feature alone. The error is counted as
/// ``OperatorEvent/callbackFailed(_:)``, and the callbacks of the other features run. A record that cannot be read or
/// written is such an error. Other errors of the store fail the whole transaction, because the store has to roll it
/// back.
public struct Feature: Sendable {
    /// Ends the shared records of two people, such as a match.
    public typealias BlockCallback = @Sendable (UserPair, BackendContext, LogTransaction) throws -> Void

    /// The types that respond to the routes of the feature.
    package let operations: [any Operations.Type]
    /// The records of the feature. Jobs run in this order.
    package let records: [any BackendRecord.Type]
    /// The records that are included in counts, such as likes, in the order in which an erasure removes them. They are
    /// erased before all other records.
    package let erasedFirst: [any BackendRecord.Type]
    /// The kinds of the events that only this feature appends to logs.
    package let events: Set<EventKind>
    /// The events that a log accepts regardless of the budget of their cause; see ``NoticeBudget``.
    package let unlimitedEvents: Set<EventKind>
    /// The lists of the feature that contain people.
    package let lists: PeopleLists
    /// The other lists that the events of the feature touch, and single values that devices store like lists. A hidden
    /// person may remain in them, so `person.hidden` does not touch them.
    package let otherLists: [ListName]
    /// The names of the rate limits that only this feature uses.
    package let limits: Set<String>
    /// Runs in the transaction of a block between two people, and makes a bounded number of writes. If the callback of
    /// an added feature throws, its earlier writes are kept.
    package let onBlock: BlockCallback
    /// Runs in the transaction of a change that a lower feature makes; see ``observing(_:)``.
    package private(set) var observer: ChangeObserver?

    /// Creates a feature.
    ///
    /// - Parameters:
    ///   - operations: The types that respond to the routes of the feature.
    ///   - records: The records of the feature. Jobs run in this order.
    ///   - erasedFirst: The records that are included in counts, such as likes, in the order in which an erasure
    ///     removes them. They are erased before all other records.
    ///   - events: The kinds of the events that only this feature appends to logs.
    ///   - unlimitedEvents: The events that a log accepts regardless of the budget of their cause.
    ///   - lists: The lists of the feature that contain people.
    ///   - otherLists: The other lists that the events of the feature touch. A hidden person may remain in them, so
    ///     `person.hidden` does not touch them.
    ///   - limits: The names of the rate limits that only this feature uses; see ``RateLimit``.
    ///   - onBlock: Ends the shared records of two people, in the transaction of the block between them. It makes a
    ///     bounded number of writes. If it throws, its earlier writes are kept.
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

extension Feature {
    /// Receives the changes of lower features, in their transactions.
    package typealias ChangeObserver = @Sendable (ObservedChange, LogTransaction) throws -> Void

    /// Returns the feature with an observer of the changes of lower features.
    ///
    /// A lower feature does not name the types of a higher feature. It calls `LogTransaction.notifyObservers(of:)`
    /// instead, after the writes of the change.
    ///
    /// - Parameter observer: Makes a bounded number of reads and writes. If it throws, the change has no effect.
    package func observing(_ observer: @escaping ChangeObserver) -> Feature {
        var feature = self
        feature.observer = observer
        return feature
    }
}
