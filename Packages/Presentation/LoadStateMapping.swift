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
