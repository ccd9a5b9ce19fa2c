import Foundation

/// Reads one flow collection of YAML, `{ key: value, … }` or `[value, …]`, nested to any depth.
struct FlowReader {
    enum Failure: Error {
        case unfinished
        case unreadable(String)
    }

    private var rest: Substring

    static func value(of text: String) throws(Failure) -> JSONValue {
        var reader = FlowReader(rest: text[...])
        let value = try reader.value()
        guard reader.rest.allSatisfy({ $0 == " " }) else { throw .unreadable("text behind a bracket") }
        return value
    }

    private mutating func value() throws(Failure) -> JSONValue {
        if take("[") { return try elements() }
        if take("{") { return try members() }
        let text = try scalar()
        guard let value = YAMLReader.plain(text) else { throw .unreadable("a scalar that needs single quotes") }
        return value
    }

    private mutating func elements() throws(Failure) -> JSONValue {
        var elements: [JSONValue] = []
        while !take("]") {
            elements.append(try value())
            guard take(",") || next == "]" else { throw next == nil ? .unfinished : .unreadable("a missing comma") }
        }
        return .array(elements)
    }

    private mutating func members() throws(Failure) -> JSONValue {
        var members: [String: JSONValue] = [:]
        while !take("}") {
            let name = try scalar(isKey: true)
            guard case .string(let key)? = YAMLReader.plain(name), take(":") else {
                throw next == nil ? .unfinished : .unreadable("a member without a name")
            }
            guard members.updateValue(try value(), forKey: key) == nil else {
                throw .unreadable("the member \(key) is there twice")
            }
            guard take(",") || next == "}" else { throw next == nil ? .unfinished : .unreadable("a missing comma") }
        }
        return .object(members)
    }

    private mutating func scalar(isKey: Bool = false) throws(Failure) -> Substring {
        guard let first = next else { throw .unfinished }
        if first == "'" {
            var end = rest.index(after: rest.startIndex)
            while end < rest.endIndex {
                let after = rest.index(after: end)
                if rest[end] != "'" {
                    end = after
                } else if after < rest.endIndex, rest[after] == "'" {
                    end = rest.index(after: after)
                } else {
                    defer { rest = rest[after...] }
                    return rest[..<after]
                }
            }
            throw .unfinished
        }
        let text = rest.prefix { !",[]{}".contains($0) && !(isKey && $0 == ":") }
        rest = rest[text.endIndex...]
        guard !rest.isEmpty else { throw .unfinished }
        return text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)]
    }

    /// Skips spaces and returns the next character; `nil` at the end.
    private var next: Character? {
        mutating get {
            rest = rest.drop { $0 == " " }
            return rest.first
        }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        rest.removeFirst()
        return true
    }
}
