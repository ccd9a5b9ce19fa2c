import Foundation

/// Reads the subset of YAML in `Docs/openapi.yaml` and its parts:
///
/// - block mappings and sequences, indented by two spaces
/// - flow mappings and sequences (`{ a: 1 }`, `[a, b]`)
/// - plain and quoted scalars
/// - folded text (`>-`)
struct YAMLReader {
    struct Unreadable: Error {
        let line: Int
        let reason: String
    }

    private struct Line {
        let number: Int
        var indent: Int
        var text: Substring
    }

    private var lines: ArraySlice<Line>

    static func value(of text: String) throws -> JSONValue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let indent = line.prefix { $0 == " " }.count
            return Line(number: index + 1, indent: indent, text: line.dropFirst(indent))
        }
        var reader = YAMLReader(lines: lines.filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }[...])
        let value = try reader.block(indent: 0)
        if let rest = reader.lines.first { throw Unreadable(line: rest.number, reason: "indented unlike its siblings") }
        return value
    }

    private mutating func block(indent: Int) throws -> JSONValue {
        guard let first = lines.first, first.indent == indent else {
            throw Unreadable(line: lines.first?.number ?? 0, reason: "a block of indent \(indent) is missing")
        }
        return first.text.hasPrefix("- ") ? try sequence(indent: indent) : try mapping(indent: indent)
    }

    private mutating func sequence(indent: Int) throws -> JSONValue {
        var elements: [JSONValue] = []
        while let line = lines.first, line.indent == indent, line.text.hasPrefix("- ") {
            let text = line.text.dropFirst(2)
            if Self.isFlow(text) {
                lines.removeFirst()
                elements.append(try flow(text, line))
            } else if Self.key(in: text) != nil {
                // A mapping that begins after the dash. Its members are indented by two columns.
                lines[lines.startIndex].indent += 2
                lines[lines.startIndex].text = text
                elements.append(try mapping(indent: indent + 2))
            } else {
                lines.removeFirst()
                elements.append(try Self.scalar(text, line.number))
            }
        }
        return .array(elements)
    }

    private mutating func mapping(indent: Int) throws -> JSONValue {
        var members: [String: JSONValue] = [:]
        while let line = lines.first, line.indent == indent, !line.text.hasPrefix("- ") {
            guard let (key, rest) = Self.key(in: line.text) else {
                throw Unreadable(line: line.number, reason: "neither a member nor an element")
            }
            lines.removeFirst()
            let value: JSONValue
            if rest == ">-" {
                value = .string(foldedText(deeperThan: indent))
            } else if rest.isEmpty {
                value = try block(indent: indent + 2)
            } else if Self.isFlow(rest) {
                value = try flow(rest, line)
            } else {
                value = try Self.scalar(rest, line.number)
            }
            guard members.updateValue(value, forKey: key) == nil else {
                throw Unreadable(line: line.number, reason: "the member \(key) is there twice")
            }
        }
        return .object(members)
    }

    private static func isFlow(_ text: Substring) -> Bool { text.hasPrefix("[") || text.hasPrefix("{") }

    /// Reads a flow collection, which continues on the following lines until its end.
    private mutating func flow(_ start: Substring, _ line: Line) throws -> JSONValue {
        var text = String(start)
        while true {
            do {
                return try FlowReader.value(of: text)
            } catch .unfinished {
                guard let next = lines.first else { throw Unreadable(line: line.number, reason: "an open bracket") }
                lines.removeFirst()
                text += " " + next.text
            } catch .unreadable(let reason) {
                throw Unreadable(line: line.number, reason: reason)
            }
        }
    }

    private mutating func foldedText(deeperThan indent: Int) -> String {
        let text = lines.prefix { $0.indent > indent }
        lines = lines.dropFirst(text.count)
        return text.map(\.text).joined(separator: " ")
    }

    /// Splits `key: rest` or `key:`. Returns `nil` for any other text.
    private static func key(in text: Substring) -> (key: String, rest: Substring)? {
        if text.first == "'", let end = text.dropFirst().firstIndex(of: "'") {
            let after = text[text.index(after: end)...]
            guard after.hasPrefix(":") else { return nil }
            return (String(text[text.index(after: text.startIndex)..<end]), after.dropFirst().drop { $0 == " " })
        }
        guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0 != " " && $0 != "\"" })
        else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.isEmpty || rest.hasPrefix(" ") else { return nil }
        return (String(text[..<colon]), rest.drop { $0 == " " })
    }

    private static func scalar(_ text: Substring, _ line: Int) throws -> JSONValue {
        guard let value = plain(text) else {
            throw Unreadable(line: line, reason: "a scalar that needs single quotes, or lacks the second")
        }
        return value
    }

    /// Returns a plain or quoted scalar, or `nil` if the text is ambiguous.
    static func plain(_ text: Substring) -> JSONValue? {
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default: break
        }
        if text.first == "'" {
            guard text.count >= 2, text.last == "'" else { return nil }
            return .string(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
        }
        guard let first = text.first, !"\"[]{}&*!|>%@`#".contains(first), !text.contains(": "), !text.contains(" #")
        else { return nil }
        return Double(text).map(JSONValue.number) ?? .string(String(text))
    }
}
