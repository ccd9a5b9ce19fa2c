package import Networking

/// The versions in `If-Match` or `If-None-Match` (RFC 9110 §13.1).
package struct EntityTags: Sendable {
    private var tags: [Substring] = []
    private var isAny = false

    package init(_ fields: [String]) {
        for field in fields {
            var rest = field[...]
            while true {
                rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
                guard let tag = Self.tag(from: &rest) else { break }
                tags.append(tag)
            }
            if rest.prefix(1) == "*" { isAny = true }
        }
    }

    /// Whether a tag matches by `If-Match`. Weak tags never match (§8.8.3.2, strong comparison).
    package func matchStrongly(_ tag: EntityTag) -> Bool {
        isAny || tags.contains(tag.rawValue[...])
    }

    /// Whether a tag matches by `If-None-Match`. A weak tag matches the strong tag with the same text.
    package func matchWeakly(_ tag: EntityTag) -> Bool {
        isAny || tags.contains { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag.rawValue }
    }

    /// Removes the next tag from the text and returns it with its quotes. Returns `nil` and changes nothing if the text
    /// does not start with a tag.
    private static func tag(from text: inout Substring) -> Substring? {
        let quoted = text.hasPrefix("W/") ? text.dropFirst(2) : text
        guard quoted.first == "\"", let end = quoted.dropFirst().firstIndex(of: "\"") else { return nil }
        defer { text = text[text.index(after: end)...] }
        return text[...end]
    }
}
