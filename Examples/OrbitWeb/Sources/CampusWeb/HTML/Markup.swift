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
struct Markup: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The markup as text.
    private(set) var markup: String

    init(stringLiteral value: String) { markup = value }
    init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

    /// Creates markup from a program of this repository that escapes, such as `SVGWriter`. Never pass a text of a person.
    init(trusted markup: String) { self.markup = markup }

    /// Markup without content.
    static let empty: Markup = ""

    /// Whether there is no content.
    var isEmpty: Bool { markup.isEmpty }

    static func += (left: inout Markup, right: Markup) { left.markup += right.markup }

    static func + (left: Markup, right: Markup) -> Markup { Markup(trusted: left.markup + right.markup) }

    /// Joins parts without a separator.
    static func joined(_ parts: some Sequence<Markup>) -> Markup {
        Markup(trusted: parts.reduce(into: "") { $0 += $1.markup })
    }
}

extension Markup {
    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 24)
        }

        mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Writes a text, or the value of an attribute.
        mutating func appendInterpolation(_ text: String) {
            guard markup.utf8.last == UInt8(ascii: "=") else { return Markup.escape(text, into: &markup) }
            let isAddress = [" href=", " src=", " action="].contains { markup.hasSuffix($0) }
            markup += "\""
            Markup.escape(isAddress && !Markup.isSafeAddress(text) ? "#" : text, into: &markup)
            markup += "\""
        }

        mutating func appendInterpolation(_ number: Int) { appendInterpolation(String(number)) }
        mutating func appendInterpolation(_ html: Markup) { markup += html.markup }
        mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { markup += part.markup } }
        mutating func appendInterpolation(_ html: Markup?) { if let html { markup += html.markup } }

        /// Writes the text of a person, whose writing direction does not affect the text around it.
        mutating func appendInterpolation(name text: String) {
            markup += "<bdi>"
            Markup.escape(text, into: &markup)
            markup += "</bdi>"
        }

        /// Writes an attribute without a value, such as `checked`, if a condition is true.
        mutating func appendInterpolation(_ attribute: StaticString, if isSet: Bool) {
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
