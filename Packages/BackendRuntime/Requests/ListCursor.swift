import Foundation
import OrbitStore

/// The end of a page of a list: the position of its last record. Records that are added or removed between two pages do
/// not shift the next page.
///
/// The checksum detects damage and manual edits. It does not prevent forgery. A caller who forges a cursor only starts
/// at another position of a list that they may read.
package struct ListCursor: Equatable, Sendable {
    /// The rank of the record in the index of the list.
    package let rank: Int64
    /// The key of the record.
    package let key: String

    /// Creates the cursor of a position.
    package init(rank: Int64, key: String) {
        self.rank = rank
        self.key = key
    }

    /// Creates the cursor from its text; `nil` unless the text is a cursor of the list with this name.
    package init?(_ text: String, list: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: " ").map { String($0) }
        guard parts.count == 3, let rank = Int64(parts[0]), KeyRule.isValid(parts[1]) else { return nil }
        self.init(rank: rank, key: parts[1])
        guard self.text(list: list) == text else { return nil }
    }

    /// Returns the cursor as text, for the list with a name.
    package func text(list: String) -> String {
        let check = ContentHash.hexadecimal([list, String(rank), key]).prefix(16)
        return Data("\(rank) \(key) \(check)".utf8).base64EncodedString()
    }
}

extension ListCursor: Comparable {
    /// Compares by rank, then by key.
    package static func < (lhs: Self, rhs: Self) -> Bool { (lhs.rank, lhs.key) < (rhs.rank, rhs.key) }
}
