public import Foundation

/// Why a store could not do what it was asked to. Nothing was committed.
@nonexhaustive public enum StoreError: Error, Hashable, Sendable {
    /// It cannot be reached, or is too busy.
    case unavailable
    /// A record of this table is not what its type reads.
    case unreadableRecord(table: String)
}

extension StoreError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .unavailable: "The store cannot be reached. Try again in a moment."
        case .unreadableRecord(let table):
            "A record in the table \(table) cannot be read. Check that the store is of this version."
        }
    }
}
