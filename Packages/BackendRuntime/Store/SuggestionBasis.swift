package import OrbitModels
package import OrbitStore

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
