import Discover
import Foundation
import OrbitModels

/// Where a page of suggestions ended: the place of its last person, so that people who join or leave
/// between two pages shift nobody.
///
/// The check catches damage and careless edits. Someone who makes a cursor of their own only starts at
/// another place of a list that is theirs to read anyway.
struct DiscoverCursor: Equatable {
    let last: SharedInterests

    init(last: SharedInterests) {
        self.last = last
    }

    /// `nil` unless the text is one that was handed out.
    init?(_ text: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(separator: " ").map { String($0) }
        guard parts.count == 3, let count = Int(parts[0]) else { return nil }
        self.init(last: SharedInterests(count: count, id: UserID(parts[1])))
        guard self.text == text else { return nil }
    }

    var text: String {
        let id = last.id.rawValue
        return Data("\(last.count) \(id) \(Self.check(last.count, id))".utf8).base64EncodedString()
    }

    private static func check(_ count: Int, _ id: String) -> String {
        String(StableHash.hexadecimal(["discover", String(count), id]).prefix(16))
    }
}
