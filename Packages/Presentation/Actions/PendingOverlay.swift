import OrbitModels

/// A value with the effects of the pending actions, such as the window of a page.
///
/// An update folds only the actions that began since the last update, as long as no other action has ended that the
/// value depends on. An action without effect on the value can therefore begin and end in constant time, even among
/// thousands of pending actions.
struct PendingOverlay<Value: Sendable>: Sendable {
    /// Folds an event into the value. Returns whether the value may have changed.
    typealias Fold = (_ event: LogEvent, _ value: inout Value) -> Bool

    /// The value with the effects; `nil` if no pending action changes the value.
    private(set) var value: Value?
    /// The entries whose change or removal changes the value.
    private var relevant: Set<Int> = []
    /// The number of the last entry that was folded.
    private var last = PendingActions.noEntry
    /// The revision of the pending actions at the last update.
    private var revision = 0
    private var position: LogPosition?

    /// Brings the value up to date.
    ///
    /// - Parameters:
    ///   - base: The value without the effects.
    ///   - isChanged: Whether the base has changed since the last update.
    ///   - pending: The pending actions.
    ///   - position: The position of the base in the log; `nil` before it is loaded.
    ///   - fold: Folds an event. It has the same result for the same event and value.
    /// - Returns: Whether the effects may have changed.
    mutating func update(
        _ base: Value, isChanged: Bool, by pending: PendingActions, at position: LogPosition?, fold: Fold
    ) -> Bool {
        var hasChanged = false
        if isChanged || !isCurrent(pending, at: position) {
            hasChanged = value != nil
            (value, relevant, last) = (nil, [], PendingActions.noEntry)
        }
        (self.position, revision) = (position, pending.revision)
        guard pending.last > last else { return hasChanged }
        var isOverlay = value != nil
        var next = value.take() ?? base  // taken out of its property, so that it changes in place
        for entry in pending.entries(after: last) where include(entry, in: &next, at: position, fold) {
            (isOverlay, hasChanged) = (true, true)
        }
        last = pending.last
        if isOverlay { value = next }
        return hasChanged
    }

    /// Whether only new actions separate the value from the pending actions.
    private func isCurrent(_ pending: PendingActions, at position: LogPosition?) -> Bool {
        // The position decides which confirmed effects the base includes.
        guard position == self.position || !pending.hasConfirmed else { return false }
        return pending.changes(since: revision)?.allSatisfy { !relevant.contains($0) } ?? false
    }

    /// Folds the events of an entry, unless the base includes them. Returns whether the value has changed.
    private mutating func include(
        _ entry: PendingActions.Entry, in value: inout Value, at position: LogPosition?, _ fold: Fold
    ) -> Bool {
        guard !entry.isIncluded(at: position) else {
            relevant.insert(entry.number)  // a later confirmation can move its effect beyond the base
            return false
        }
        var hasChanged = false
        for event in entry.events where fold(event, &value) { hasChanged = true }
        if hasChanged { relevant.insert(entry.number) }
        return hasChanged
    }
}
