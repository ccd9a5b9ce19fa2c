/// The short forms of a name.
enum DisplayName {
    /// The first character, in title case if that is a single character; "?" if there is none.
    ///
    /// Title case rather than upper case: it does not change scripts that have no capitals at the start of a name.
    static func initial(of name: String) -> String {
        guard let first = name.first, let scalar = first.unicodeScalars.first else { return "?" }
        if first.isASCII { return first.uppercased() }
        var capital = String.UnicodeScalarView(scalar.properties.titlecaseMapping.unicodeScalars)
        capital.append(contentsOf: first.unicodeScalars.dropFirst())
        let text = String(capital)
        return text.count == 1 ? text : String(first)
    }
}
