/// What a screen knows about the thing it shows: one value instead of a pile of optionals.
///
/// While something newer is on its way, and after it failed to come, what was there before is kept.
///
/// ```swift
/// switch model.state {
/// case .idle, .loading(previous: nil): "Loading…"
/// case .empty: "Nobody new today."
/// case .loaded(let people), .loading(previous: let people?): "\(people.count) people"
/// case .failed(let failure, previous: _): failure.message
/// }
/// ```
public enum LoadState<Value> {
    /// Nothing was asked for yet.
    case idle
    case loading(previous: Value?)
    case loaded(Value)
    /// The answer came, and there is nothing in it.
    case empty
    case failed(Failure, previous: Value?)

    /// The newest value there is, even if something newer is awaited or failed to come.
    public var value: Value? {
        switch self {
        case .loaded(let value): value
        case .loading(let previous), .failed(_, let previous): previous
        case .idle, .empty: nil
        }
    }

    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    public var failure: Failure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }
}

extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Equatable where Value: Equatable {}
