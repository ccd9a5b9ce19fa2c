import Presentation

extension LoadState {
    /// Returns the state of the first elements of a list, at most a number of them.
    func first<Element>(_ count: Int) -> Self where Value == [Element] {
        switch self {
        case .idle, .empty: self
        case .loaded(let elements): .loaded(Array(elements.prefix(count)))
        case .loading(let previous): .loading(previous: previous.map { Array($0.prefix(count)) })
        case .failed(let failure, let previous): .failed(failure, previous: previous.map { Array($0.prefix(count)) })
        }
    }
}
