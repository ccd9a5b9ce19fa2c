public import Foundation

/// The reason for which a store failed. No write was committed, unless the store documents an exception for
/// ``unavailable``.
@nonexhaustive public enum StoreError: Error, Hashable, Sendable {
    /// The store cannot be reached, or it is too busy.
    case unavailable
    /// A stored record of this table cannot be decoded by its type.
    case unreadableRecord(table: String)
    /// A later version has written a record of this table. The record is neither read nor overwritten.
    case newerSchema(table: String)
    /// A record of this table has a value that cannot be written, such as NaN or a key that is not valid by
    /// ``KeyRule``.
    case unwritableRecord(table: String)
    /// A later version has created the store. The store is not opened.
    case newerStore
    /// The store can be read, but not written.
    case readOnly
    /// The store has no space left.
    case full
    /// The damage affects more than single records, or the file or database is not a store.
    case damaged
}

extension StoreError: LocalizedError {
    /// The next step for the operator, in English.
    public var errorDescription: String? {
        switch self {
        case .unavailable: "The store cannot be reached. Try again in a moment."
        case .unreadableRecord(let table):
            "A record in the table \(table) cannot be read. Check that the store is of this version."
        case .newerSchema(let table):
            "A record in the table \(table) comes from a newer version. Update this server."
        case .unwritableRecord(let table):
            "A record for the table \(table) cannot be written. Check the values that it holds."
        case .newerStore: "The store comes from a newer version. Update this server."
        case .readOnly: "The store cannot be written. Check who may write its files."
        case .full: "The store has no room left. Make room on its disk."
        case .damaged: "The store is damaged. Restore it from a backup."
        }
    }
}

extension StoreError {
    /// Whether every server would fail on the same record. Work that does not need the record can continue.
    package var isOfRecord: Bool {
        switch self {
        case .unreadableRecord, .unwritableRecord: true
        case .unavailable, .newerSchema, .newerStore, .readOnly, .full, .damaged: false
        }
    }
}
