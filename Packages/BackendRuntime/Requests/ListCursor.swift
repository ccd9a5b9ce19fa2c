import Foundation
import OrbitStore

/// Where a page of a list ended: the place of its last record, so that what comes or goes between two pages
/// shifts nothing.
///
/// The check catches damage and careless edits. A caller who makes a cursor of their own only starts at
/// another place of a list that is theirs to read anyway.
package struct ListCursor: Equatable, Sendable {
    /// The rank of the record in the index of the list.
    package let rank: Int64
    /// The key of the record.
    package let key: String

    /// Creates the cursor of a place.
    package init(rank: Int64, key: String) {
        self.rank = rank
        self.key = key
    }

    /// `nil` unless the text was handed out for the list of this name.
    package init?(_ text: String, list: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: " ").map { String($0) }
        guard parts.count == 3, let rank = Int64(parts[0]), StoreName.isValid(parts[1]) else { return nil }
        self.init(rank: rank, key: parts[1])
        guard self.text(list: list) == text else { return nil }
    }

    /// Returns the cursor as text, for the list of a name.
    package func text(list: String) -> String {
        let check = ContentHash.hexadecimal([list, String(rank), key]).prefix(16)
        return Data("\(rank) \(key) \(check)".utf8).base64EncodedString()
    }
}

extension ListCursor: Comparable {
    /// By rank, then by key.
    package static func < (lhs: Self, rhs: Self) -> Bool { (lhs.rank, lhs.key) < (rhs.rank, rhs.key) }
}
