/// What a screen knows about the value it shows: one state instead of several optionals.
///
/// While something newer is on its way, and after it failed to come, what was there before is kept.
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
    /// Nothing was asked for yet.
    case idle
    /// A request is in flight; `previous` is what was shown before.
    case loading(previous: Value?)
    /// The value is here.
    case loaded(Value)
    /// The response came, and there is nothing in it.
    case empty
    /// The request failed; `previous` is what was shown before.
    case failed(Failure, previous: Value?)

    /// The newest value there is, even if something newer is awaited or failed to come.
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

    /// Why the last request failed; `nil` in any other state.
    public var failure: Failure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }
}

extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Equatable where Value: Equatable {}

extension LoadState {
    /// The same state of something else.
    package func map<Other>(_ transform: (Value) -> Other) -> LoadState<Other> {
        switch self {
        case .idle: .idle
        case .loading(let previous): .loading(previous: previous.map(transform))
        case .loaded(let value): .loaded(transform(value))
        case .empty: .empty
        case .failed(let failure, let previous): .failed(failure, previous: previous.map(transform))
        }
    }

    /// What is left of the state when nothing is on its way any more.
    package var settled: Self {
        guard case .loading(let previous) = self else { return self }
        return previous.map { .loaded($0) } ?? .idle
    }
}
