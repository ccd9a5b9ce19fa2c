/// Markup. Only literals of this program are markup; every interpolated text is escaped.
///
/// ```swift
/// let row: Markup = """
///     <li><a href=\(path)>\(name: person.name)</a> \(count)</li>
///     """
/// ```
///
/// A value that follows an equals sign is an attribute. It is written in quotes, so that no value can add another
/// attribute. In `href`, `src` and `action` only paths of this site, fragments and `https` addresses are written.
public struct Markup: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The markup as text.
    public private(set) var markup: String

    /// Creates markup from a literal of the program.
    public init(stringLiteral value: String) { markup = value }

    /// Creates markup from a literal with values, which are escaped.
    public init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

    /// Creates markup from a program that escapes, such as `SVGWriter` of OrbitKit. Never pass a text of a person.
    public init(trusted markup: String) { self.markup = markup }

    /// Markup without content.
    public static let empty: Markup = ""

    /// Whether there is no content.
    public var isEmpty: Bool { markup.isEmpty }

    /// Appends markup.
    public static func += (left: inout Markup, right: Markup) { left.markup += right.markup }

    /// Returns the markup of both sides.
    public static func + (left: Markup, right: Markup) -> Markup { Markup(trusted: left.markup + right.markup) }

    /// Joins parts without a separator.
    public static func joined(_ parts: some Sequence<Markup>) -> Markup {
        Markup(trusted: parts.reduce(into: "") { $0 += $1.markup })
    }
}

extension Markup {
    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        /// Creates an empty collection. The arguments are the size of the literal in bytes and the number of its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 24)
        }

        /// Writes markup of the literal.
        public mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Writes a text, or the value of an attribute.
        public mutating func appendInterpolation(_ text: String) {
            guard markup.utf8.last == UInt8(ascii: "=") else { return Markup.escape(text, into: &markup) }
            let isAddress = [" href=", " src=", " action="].contains { markup.hasSuffix($0) }
            markup += "\""
            Markup.escape(isAddress && !Markup.isSafeAddress(text) ? "#" : text, into: &markup)
            markup += "\""
        }

        /// Writes a number, or the value of an attribute.
        public mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }

        /// Writes markup without escaping it again.
        public mutating func appendInterpolation(_ html: Markup) { markup += html.markup }

        /// Writes parts in order, without a separator.
        public mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { markup += part.markup } }

        /// Writes markup, or nothing for `nil`.
        public mutating func appendInterpolation(_ html: Markup?) { if let html { markup += html.markup } }

        /// Writes the text of a person, whose writing direction does not affect the text around it.
        public mutating func appendInterpolation(name text: String) {
            markup += "<bdi>"
            Markup.escape(text, into: &markup)
            markup += "</bdi>"
        }

        /// Writes an attribute without a value, such as `checked`, if a condition is true.
        public mutating func appendInterpolation(_ attribute: StaticString, if isSet: Bool) {
            if isSet { markup += " \(attribute)" }
        }
    }

    /// Whether an address stays on this site or leads to another site over https.
    private static func isSafeAddress(_ text: String) -> Bool {
        if text.hasPrefix("/") { return !text.hasPrefix("//") && !text.hasPrefix("/\\") }
        return text.hasPrefix("#") || text.lowercased().hasPrefix("https://")
    }

    /// Appends a text with references in place of all characters that have a meaning in Markup. Control characters become
    /// U+FFFD, except for line feeds and tabs.
    private static func escape(_ text: String, into markup: inout String) {
        guard text.utf8.contains(where: isSpecial) else { return markup += text }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case "\n", "\t": markup.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": markup += "\u{FFFD}"
            default: markup.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a byte may need an escape. U+0080 to U+009F begin with 0xC2, U+FFFE and U+FFFF with 0xEF.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        case 0x00...0x1F, 0x7F, 0xC2, 0xEF: true
        default: false
        }
    }
}
