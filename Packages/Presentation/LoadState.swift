/// The state of a value that a screen shows: one value instead of several optionals.
///
/// While a newer value is loading, and after a failed load, the state keeps the previous value.
///
/// ```swift
/// switch model.state {
/// case .idle, .loading(previous: nil): "Loading…"
/// case .empty: "No new people today."
/// case .loaded(let people), .loading(previous: let people?): "\(people.count) people"
/// case .failed(let failure, previous: _): failure.message
/// }
/// ```
public enum LoadState<Value> {
    /// Nothing was requested yet.
    case idle
    /// A request is in flight. `previous` is the value shown before.
    case loading(previous: Value?)
    /// The value was loaded.
    case loaded(Value)
    /// The response has arrived and contains nothing.
    case empty
    /// The request failed. `previous` is the value shown before.
    case failed(Failure, previous: Value?)

    /// The newest known value, even while a newer value is loading or after a load failed.
    public var value: Value? {
        switch self {
        case .loaded(let value): value
        case .loading(let previous), .failed(_, let previous): previous
        case .idle, .empty: nil
        }
    }

    /// Whether a request is in flight.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Whether a screen that appears should load the value: nothing was requested yet, or the last request failed.
    public var needsLoad: Bool {
        switch self {
        case .idle, .failed: true
        case .loading, .loaded, .empty: false
        }
    }

    /// The reason why the last request failed; `nil` in any other state.
    public var failure: Failure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }
}

extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Equatable where Value: Equatable {}

extension LoadState {
    /// Returns the same state with a transformed value.
    package func map<Other>(_ transform: (Value) -> Other) -> LoadState<Other> {
        switch self {
        case .idle: .idle
        case .loading(let previous): .loading(previous: previous.map(transform))
        case .loaded(let value): .loaded(transform(value))
        case .empty: .empty
        case .failed(let failure, let previous): .failed(failure, previous: previous.map(transform))
        }
    }

    /// The state without a load in flight: instead of `.loading`, the previous value or `.idle`.
    package var settled: Self {
        guard case .loading(let previous) = self else { return self }
        return previous.map { .loaded($0) } ?? .idle
    }
}
