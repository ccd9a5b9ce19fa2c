import Presentation

extension LoadState {
    /// Returns the state of a list in a loaded value. A list without elements is `.empty`.
    ///
    /// - Parameter elements: Returns the shown elements of a value.
    func list<Element>(_ elements: (Value) -> [Element]) -> LoadState<[Element]> {
        switch self {
        case .idle: .idle
        case .empty: .empty
        case .loading(let previous): .loading(previous: previous.map(elements))
        case .failed(let failure, let previous): .failed(failure, previous: previous.map(elements))
        case .loaded(let value):
            switch elements(value) {
            case let shown where shown.isEmpty: .empty
            case let shown: .loaded(shown)
            }
        }
    }

    /// Returns the state of a value that is derived from the loaded value.
    func derived<Other>(_ other: (Value) -> Other) -> LoadState<Other> {
        switch self {
        case .idle: .idle
        case .empty: .empty
        case .loading(let previous): .loading(previous: previous.map(other))
        case .failed(let failure, let previous): .failed(failure, previous: previous.map(other))
        case .loaded(let value): .loaded(other(value))
        }
    }
}
