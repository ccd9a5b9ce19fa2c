/// Texts and lists that are costly to fold, normalise or count.
enum HostileTexts {
    /// The text with which all other texts are compared.
    static let plain = "plain"
    /// A ligature is folded to 18 characters, marks are reordered, and a chain is a single character of any length.
    static let all: [(name: String, unit: String)] = [
        (plain, "a"), ("ligatures", "ﷺ"), ("marks", "a\u{316}\u{301}\u{5B0}"), ("chain", "👩\u{200D}"),
        ("vowel signs", "กี่"),
    ]

    /// The maximum size of a JSON body: 64 KiB.
    private static let maxBytes = 64 * 1_024
    /// The number of elements of a list of texts.
    private static let elements = 1_000

    /// Fills a body of 64 KiB.
    ///
    /// - Parameter template: JSON in which `%` is the place of a text, and `%%` that of a list of 1,000 texts.
    static func body(_ template: String, of unit: String) -> String {
        let room = maxBytes - template.utf8.count
        // A text has two quotes. Each element of the list has two quotes, a comma, and a number of up to three digits.
        let text = "\"" + repeated(unit, bytes: room - 2) + "\""
        let part = repeated(unit, bytes: room / elements - 6)
        let list = "[" + (0..<elements).map { "\"\(part)\($0)\"" }.joined(separator: ",") + "]"
        return template.replacing("%%", with: list).replacing("%", with: text)
    }

    /// Fills a body with as many elements as fit into 64 KiB.
    ///
    /// - Parameters:
    ///   - template: JSON in which `%%` is the place of a list.
    ///   - element: The JSON of an element.
    static func body(_ template: String, listing element: String) -> String {
        let count = (maxBytes - template.utf8.count) / (element.utf8.count + 1)
        let list = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        return template.replacing("%%", with: list)
    }

    /// Returns a text that is allowed in any field with 5 bytes for each character. It has ligatures, and letters with
    /// marks.
    static func allowed(_ characters: Int) -> String {
        String(repeating: "ﷺa\u{316}\u{301}\u{5B0}", count: characters / 2)
    }

    /// Returns as many whole units as fit.
    static func repeated(_ unit: String, bytes: Int) -> String {
        String(repeating: unit, count: bytes / unit.utf8.count)
    }
}
