import OrbitModels

/// What an event means for a list or resource.
public enum FoldResult: Hashable, Sendable {
    /// The effect is in it now, or there was none to have.
    case applied
    /// Only the server can tell what it looks like now: it is loaded again.
    case outdated
    /// An event that this list or resource knows nothing of. If the event names it among those it touches, it is loaded
    /// again.
    case unknown
}

extension FoldResult {
    /// What a fold makes of an event.
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
            self = .unknown  // the list is loaded again, which heals whatever the event said
        }
    }

    /// Whether a list or resource of that name is to be loaded again. To hide a person it knows how by itself.
    func outdates(_ name: ListName, by event: LogEvent) -> Bool {
        switch self {
        case .applied: false
        case .outdated: true
        case .unknown: event.kind != .personHidden && event.touches.contains(name)
        }
    }
}
