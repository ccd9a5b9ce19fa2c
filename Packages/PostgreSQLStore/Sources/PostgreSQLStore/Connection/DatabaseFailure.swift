import OrbitStore

/// Why a statement failed.
enum DatabaseFailure: Error {
    /// The transaction cannot stand beside others: it has to run again.
    case conflict
    /// There is no connection any more.
    case lost
    case store(StoreError)

    /// - Parameter state: the SQLSTATE, of five characters (PostgreSQL manual, appendix A); `nil` if the server has not
    ///   answered.
    init(state: String?) {
        guard let state else {
            self = .lost
            return
        }
        switch state {
        case "40001", "40P01": self = .conflict
        case "25006": self = .store(.readOnly)
        case "53100": self = .store(.full)
        // Of a class: connections, and what an operator has ended.
        case _ where state.hasPrefix("08") || state.hasPrefix("57P"): self = .lost
        // Corrupted data or index; a table, a column or a function that is not there.
        case _ where state.hasPrefix("XX") || state.hasPrefix("42"): self = .store(.damaged)
        default: self = .store(.unavailable)
        }
    }
}
