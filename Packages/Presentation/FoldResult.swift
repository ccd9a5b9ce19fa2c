import OrbitModels

/// The result of folding an event into a list or resource.
public enum FoldResult: Hashable, Sendable {
    /// The value now includes the effect of the event, or the event does not affect it.
    case applied
    /// The event changed the value in a way that only the server knows. The value is loaded again.
    case outdated
    /// The list or resource does not know the event, and the event has not changed it. It is loaded again if the event
    /// names it in `touches`.
    case unknown
}

extension FoldResult {
    /// Folds an event into a value, and creates the result.
    init<Value>(
        of event: LogEvent, on value: inout Value,
        _ fold: (LogEvent, inout Value) throws(LogEventError) -> FoldResult
    ) {
        guard !event.isOpaque else {
            self = .unknown
            return
        }
        do {
            self = try fold(event, &value)
        } catch {
            self = .unknown  // the reload repairs the list whatever the event contains
        }
    }

    /// Whether the list or resource with this name has to be loaded again. An unknown `person.hidden` does not require
    /// that, because lists and resources remove hidden people themselves.
    func outdates(_ name: ListName, by event: LogEvent) -> Bool {
        switch self {
        case .applied: false
        case .outdated: true
        case .unknown: event.kind != .personHidden && event.touches.contains(name)
        }
    }
}
