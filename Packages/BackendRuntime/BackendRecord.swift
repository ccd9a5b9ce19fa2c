public import Foundation
public import OrbitStore

/// A record of a feature. It declares the personal data of its table, so that exports and erasures include it.
public protocol BackendRecord: StoreRecord {
    /// The personal data in the table.
    static var personalData: PersonalData<Self> { get }
}

/// A record that is removed after some time.
public protocol ExpiringRecord: BackendRecord {
    /// The instant at which the record expires.
    var expiresAt: Date { get }
}

extension IndexEntry {
    /// The name of the index of records that expire.
    package static let expiryIndex = "expiry"
}

extension ExpiringRecord {
    /// The entry by which `Sweep` finds the record.
    public var expiryEntry: IndexEntry { IndexEntry(IndexEntry.expiryIndex, at: expiresAt) }
}
