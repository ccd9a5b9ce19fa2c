extension TextSafety {
    /// Whether a mail program would turn a part of the text into a link: a scheme as in `https://`, an address as in
    /// `a@b`, or a domain as in `example.org`.
    public static func hasLink(_ text: String) -> Bool { separatingLinks(text) != text }

    /// The text with a space inside each part that a mail program would turn into a link. `J. R. R. Tolkien`, `Dr. Ana`
    /// and `J.R.` stay as they are. Idempotent; linear in the length of the text.
    public static func separatingLinks(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            guard index > 0, !scalars[index - 1].isSpace else { continue }
            let next = scalars[(index + 1)...].prefix(2)
            if scalar.joinsLink(after: scalars[index - 1], before: next) { result.append(" ") }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    fileprivate func joinsLink(after previous: Unicode.Scalar, before next: ArraySlice<Unicode.Scalar>) -> Bool {
        switch self {
        // IDNA reads the last three as dots (RFC 3490 §3.1). No top-level domain has a single letter.
        case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}":
            !previous.isDot && next.count == 2 && next.allSatisfy { $0.belongsToWord || $0 == "-" }
        case "@", "\u{FF20}": next.first.map { !$0.isSpace } ?? false
        case ":": next.elementsEqual(["/", "/"])
        default: false
        }
    }

    private var isDot: Bool { self == "." || self == "\u{3002}" || self == "\u{FF0E}" || self == "\u{FF61}" }
}
