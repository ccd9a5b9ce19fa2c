import Foundation
import OrbitModels

/// How far a load has got; with what is there it makes a ``LoadState``.
enum LoadPhase: Equatable {
    case idle, loading, settled
    case failed(Failure)

    /// After an error. A cancelled load leaves things as they were.
    init(after error: any Error, at now: Date, in words: Words) {
        self = error is CancellationError ? .settled : .failed(Failure(error, at: now, in: words))
    }

    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// - Parameters:
    ///   - list: what was loaded; `nil` before the first load has succeeded.
    ///   - hasMore: whether an empty list only means that nothing of what is loaded is shown.
    func state<Element>(of list: [Element]?, hasMore: Bool) -> LoadState<[Element]> {
        let shown = list.flatMap { $0.isEmpty ? nil : $0 }
        return switch self {
        case .idle: .idle
        case .loading: .loading(previous: shown)
        case .failed(let failure): .failed(failure, previous: shown)
        case .settled: list.map { $0.isEmpty && !hasMore ? .empty : .loaded($0) } ?? .idle
        }
    }

    /// - Parameter value: what was loaded; `nil` before the first load has succeeded, and when there is nothing.
    func state<Value>(of value: Value?, isLoaded: Bool) -> LoadState<Value> {
        switch self {
        case .idle: .idle
        case .loading: .loading(previous: value)
        case .failed(let failure): .failed(failure, previous: value)
        case .settled: value.map { .loaded($0) } ?? (isLoaded ? .empty : .idle)
        }
    }
}

/// What was read is older than what the log still knows, again and again.
struct StaleSnapshot: Error {}
