/// JSON for the body of a request. The text of a scalar is used unchanged, even if it is invalid. An object can repeat
/// a name.
indirect enum JSONDraft: Sendable {
    case scalar(String)
    case array([JSONDraft])
    case object([(name: String, value: JSONDraft)])

    /// Sorts the members of objects by name, so that the same value always makes the same draft.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .scalar("null")
        case .boolean(let flag): self = .scalar("\(flag)")
        case .number(let number): self = .scalar(Int(exactly: number).map(String.init) ?? "\(number)")
        case .string(let text): self = .scalar(Self.quoted(text))
        case .array(let elements): self = .array(elements.map { JSONDraft($0) })
        case .object(let members):
            self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSONDraft($0.value)) })
        }
    }

    var text: String {
        switch self {
        case .scalar(let text): text
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    /// The number of values in the draft, itself included.
    var count: Int {
        switch self {
        case .scalar: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        }
    }

    /// Returns the value at a place. Place 0 is the draft itself. Places count in depth-first order: each value, then
    /// its parts.
    func part(at place: Int) -> JSONDraft {
        var left = place
        return part(&left) ?? self
    }

    private func part(_ left: inout Int) -> JSONDraft? {
        if left == 0 { return self }
        left -= 1
        switch self {
        case .scalar: return nil
        case .array(let elements):
            for element in elements { if let part = element.part(&left) { return part } }
        case .object(let members):
            for member in members { if let part = member.value.part(&left) { return part } }
        }
        return nil
    }

    /// The path to the value at a place, such as `.photos[0].url`; empty for the draft itself.
    func path(at place: Int) -> String {
        var left = place
        return path(&left) ?? ""
    }

    private func path(_ left: inout Int) -> String? {
        if left == 0 { return "" }
        left -= 1
        switch self {
        case .scalar: return nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let path = element.path(&left) { return "[\(index)]" + path }
            }
        case .object(let members):
            for member in members {
                if let path = member.value.path(&left) { return "." + member.name + path }
            }
        }
        return nil
    }

    /// Returns the draft with another value at a place, or without the value at that place.
    func replacing(_ place: Int, by change: (JSONDraft) -> JSONDraft?) -> JSONDraft {
        var left = place
        return replaced(&left, change) ?? .scalar("")
    }

    private func replaced(_ left: inout Int, _ change: (JSONDraft) -> JSONDraft?) -> JSONDraft? {
        left -= 1
        if left == -1 { return change(self) }
        if left < -1 { return self }
        switch self {
        case .scalar: return self
        case .array(let elements): return .array(elements.compactMap { $0.replaced(&left, change) })
        case .object(let members):
            return .object(members.compactMap { name, value in value.replaced(&left, change).map { (name, $0) } })
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
