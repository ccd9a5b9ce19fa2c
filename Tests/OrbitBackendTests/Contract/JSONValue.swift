import Foundation

/// A JSON value of unknown type.
enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // each failed attempt rules out one case
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {  // as above
            self = .number(value)
        } else if let value = try? container.decode(String.self) {  // as above
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {  // as above
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue {
    /// Reads a document. Decoding is many times slower, because it tries one case after the other.
    init(json: Data) throws {
        self.init(try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed))
    }

    /// - Parameter object: An object created by `JSONSerialization`.
    private init(_ object: Any) {
        switch object {
        case let text as String: self = .string(text)
        case let elements as [Any]: self = .array(elements.map { JSONValue($0) })
        case let members as [String: Any]: self = .object(members.mapValues { JSONValue($0) })
        case let number as NSNumber:
            let isBoolean = String(cString: number.objCType) == "c"
            self = isBoolean ? .boolean(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }
}
