public import Foundation

/// Why a store could not do what it was asked to. Nothing was committed.
@nonexhaustive public enum StoreError: Error, Hashable, Sendable {
    /// It cannot be reached, or is too busy.
    case unavailable
    /// A record of this table is not what its type reads.
    case unreadableRecord(table: String)
    /// A record of this table was written by a later version, and is neither read nor overwritten.
    case newerSchema(table: String)
    /// A record of this table holds something that cannot be written, such as NaN or a key that is not a valid ``StoreName``.
    case unwritableRecord(table: String)
    /// The store as a whole was made by a later version, and is not opened.
    case newerStore
    /// It can be read and not written.
    case readOnly
    /// There is no room for more.
    case full
    /// What it has kept is damaged beyond single records, or is no store.
    case damaged
}

extension StoreError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .unavailable: "The store cannot be reached. Try again in a moment."
        case .unreadableRecord(let table):
            "A record in the table \(table) cannot be read. Check that the store is of this version."
        case .newerSchema(let table):
            "A record in the table \(table) is of a later version. Update this server."
        case .unwritableRecord(let table):
            "A record for the table \(table) cannot be written. Check the values that it holds."
        case .newerStore: "The store is of a later version. Update this server."
        case .readOnly: "The store cannot be written. Check who may write its files."
        case .full: "The store has no room left. Make room on its disk."
        case .damaged: "The store is damaged. Restore it from a backup."
        }
    }
}

extension StoreError {
    /// Whether a record is the reason, to every server, so that what does not need it goes on.
    package var isOfRecord: Bool {
        switch self {
        case .unreadableRecord, .unwritableRecord: true
        case .unavailable, .newerSchema, .newerStore, .readOnly, .full, .damaged: false
        }
    }
}
