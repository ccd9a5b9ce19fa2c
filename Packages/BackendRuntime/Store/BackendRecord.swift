public import Foundation
package import OrbitModels
public import OrbitStore

/// A record of a feature. It states what its table has to do with people, so that exports and erasures include it.
public protocol BackendRecord: StoreRecord {
    /// What the table has to do with people.
    static var personalData: PersonalData<Self> { get }
}

/// A record that means nothing any more after some time.
public protocol ExpiringRecord: BackendRecord {
    /// When it means nothing any more.
    var expiresAt: Date { get }
}

extension IndexEntry {
    /// The name of the index of records that expire.
    package static let expiryIndex = "expiry"
}

extension ExpiringRecord {
    /// Where `Sweep` finds it.
    public var expiryEntry: IndexEntry { IndexEntry(IndexEntry.expiryIndex, rank: expiresAt.milliseconds) }
}

/// A record of what is between two people, on which it rests who is suggested to one of them. When it is written, the
/// log head of that person says so (``LogHead/sight``), whether or not there is an event: so a page that was kept is
/// not sent again.
package protocol SuggestionBasis: StoreRecord {
    /// The people affected when the record is written.
    var viewers: [UserID] { get }

    /// The people affected when the record with the key is removed.
    static func viewers(ofKey key: String) -> [UserID]
}

extension SuggestionBasis {
    /// Records that are removed only when they mean nothing any more.
    package static func viewers(ofKey key: String) -> [UserID] { [] }
}
