import Foundation

/// Checks that markup is balanced, that its attributes are quoted, and that it has no inline style or script.
public enum MarkupCheck {
    private static let empty: Set = ["meta", "link", "input", "img", "br", "hr", "!DOCTYPE"]

    /// Returns the first fault of a document; `nil` for a document without faults.
    public static func fault(in html: String) -> String? {
        var open: [String] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            guard let (tag, after) = tag(at: rest) else { return "unfinished tag: \(rest.prefix(40))" }
            rest = after
            if tag.hasPrefix("/") {
                let name = tag.dropFirst()
                guard open.last.map({ $0 == name }) == true else {
                    return "</\(name)> closes \(open.last ?? "nothing")"
                }
                open.removeLast()
                continue
            }
            let name = String(tag.prefix { $0 != " " && $0 != "\n" && $0 != "/" })
            if let fault = attributeFault(in: tag.dropFirst(name.count)) { return "<\(tag)>: \(fault)" }
            if !empty.contains(name), !tag.hasSuffix("/") { open.append(name) }
        }
        return open.isEmpty ? nil : "open at the end: \(open.joined(separator: " "))"
    }

    /// Returns the first heading that is more than one level below the heading before it; `nil` without such a heading.
    public static func headingFault(in html: String) -> String? {
        var last = 0
        for part in html.components(separatedBy: "<h").dropFirst() {
            guard let level = part.first?.wholeNumberValue else { continue }
            if level > last + 1 { return "<h\(level)> after <h\(last)>: \(part.prefix(60))" }
            last = level
        }
        return nil
    }

    /// Returns the text of a tag up to its end, which is not inside of a quoted value.
    private static func tag(at text: Substring) -> (tag: String, rest: Substring)? {
        var isQuoted = false
        for index in text.indices {
            switch text[index] {
            case "\"": isQuoted.toggle()
            case ">" where !isQuoted: return (String(text[..<index]), text[index...].dropFirst())
            case "<" where !isQuoted: return nil
            default: break
            }
        }
        return nil
    }

    /// Attributes are `name="value"`, or a name alone, or one of the few literals without quotes.
    private static func attributeFault(in text: Substring) -> String? {
        let withoutValues = String(text).replacingOccurrences(
            of: "\"[^\"]*\"", with: "\"\"", options: .regularExpression)
        // An empty element may end with a slash right after its last attribute.
        let attributes = withoutValues.hasSuffix("/") ? String(withoutValues.dropLast()) : withoutValues
        for part in attributes.split(whereSeparator: { " \n".contains($0) }) {
            let pieces = part.split(separator: "=", omittingEmptySubsequences: false)
            if pieces.count == 2, pieces[1] != "\"\"", !["page", "step"].contains(pieces[1]) {
                return "attribute without quotes: \(part)"
            }
            if part.hasPrefix("style=") { return "inline style" }
            if part.lowercased().hasPrefix("on") { return "inline script" }
        }
        return nil
    }
}
