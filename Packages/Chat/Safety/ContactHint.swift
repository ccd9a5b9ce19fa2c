import Foundation
import OrbitModels

/// Contact data and links in a text, as a reason for a hint in a first exchange.
///
/// The device computes the hint. No text leaves the device for it.
public struct ContactHint: Hashable, Sendable {
    /// A kind of contact data.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Comparable {
        /// A web address.
        case link
        /// An email address.
        case email
        /// A phone number of 8 to 15 digits.
        case phone = "phone_number"
        /// A name on another network, such as `@maya`.
        case handle

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kinds of data that the text contains; at least one.
    public let kinds: Set<Kind>

    /// The maximum number of UTF-8 bytes that are searched.
    private static let maxBytes = 8_000

    /// Finds contact data in a text; `nil` if there is none. O(n).
    public init?(in text: String) {
        let text = String(decoding: text.utf8.prefix(Self.maxBytes), as: UTF8.self)
            .precomposedStringWithCompatibilityMapping
        var kinds: Set<Kind> = []
        for word in text.split(whereSeparator: { $0.isWhitespace || "<>()[]{},;\"“”".contains($0) }) {
            if let kind = Self.kind(of: word) { kinds.insert(kind) }
        }
        if Self.hasPhoneNumber(text) { kinds.insert(.phone) }
        guard !kinds.isEmpty else { return nil }
        self.kinds = kinds
    }

    private static func kind(of word: Substring) -> Kind? {
        let lower = word.lowercased()
        if lower.contains("://") || lower.hasPrefix("www.") { return .link }
        if let at = word.lastIndex(of: "@") {
            let (name, domain) = (word[..<at], word[word.index(after: at)...])
            if !name.isEmpty, isDomain(domain.lowercased()) { return .email }
            let isHandle = name.allSatisfy { !isPartOfName($0) } && domain.prefix(while: isPartOfName).count >= 2
            return isHandle ? .handle : nil
        }
        let host = lower.prefix { $0 != "/" && $0 != "?" && $0 != ":" }
        return isDomain(String(host)) ? .link : nil
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "."
    }

    /// Whether a text is a domain name: labels with dots, and a last label of two or more letters. `e.g` and `J.R.R`
    /// are not.
    private static func isDomain(_ text: String) -> Bool {
        var text = text[...]
        while let last = text.last, ".!?:".contains(last) { text.removeLast() }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, last.count >= 2, last.allSatisfy(\.isLetter) else {
            return false
        }
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }

    /// Whether a text has 8 to 15 digits of any script, separated by at most two spaces or marks. Dates are not phone
    /// numbers.
    private static func hasPhoneNumber(_ text: String) -> Bool {
        var groups: [Int] = []
        var (digits, gap) = (0, 0)
        func isNumber() -> Bool {
            let all = (groups + [digits]).filter { $0 > 0 }
            let isDate = all == [4, 2, 2] || all == [2, 2, 4]
            return (8...15).contains(all.reduce(0, +)) && !isDate
        }
        for character in text {
            if character.wholeNumberValue.map({ (0...9).contains($0) }) ?? false {
                (digits, gap) = (digits + 1, 0)
            } else if " -./()+\u{A0}\u{2011}\u{2013}".contains(character), gap < 2 {
                if digits > 0 { groups.append(digits) }
                (digits, gap) = (0, gap + 1)
            } else {
                if isNumber() { return true }
                (groups, digits, gap) = ([], 0, 0)
            }
        }
        return isNumber()
    }
}

extension ContactHint {
    /// The maximum number of messages of a first exchange.
    private static let firstExchange = 20

    /// Whether a conversation is in its first exchange: the user or all other people have not written yet, and it has
    /// at most 20 messages.
    ///
    /// A window that does not begin with the first message gives `false`, because older messages may exist.
    public static func isFirstExchange(_ window: MessageWindow) -> Bool {
        guard window.isLoaded, !window.hasEarlier, window.lastSeq <= firstExchange else { return false }
        let senders = window.messages(in: 1...firstExchange).filter { $0.kind != .system }.map(\.senderID)
        let hasMine = senders.contains(window.viewer)
        let hasTheirs = senders.contains { $0 != window.viewer }
        return !(hasMine && hasTheirs)
    }
}
