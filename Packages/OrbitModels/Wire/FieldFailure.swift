/// One thing that is wrong with one field: where, what, and the numbers needed to say so in any language.
///
/// It carries no sentence: a message catalogue turns the code and its parameters into words.
public struct FieldFailure: Hashable, Sendable {
    /// Whether the failure stops the form or only deserves a second look.
    public enum Severity: String, Codable, Hashable, Sendable {
        case block, warn
    }

    /// The field, in the names of the wire form: `bio`, `location.city`, `interests[3]`.
    public var path: String
    public var code: FailureCode
    public var severity: Severity
    /// What the code's message needs, such as `min` and `max`.
    public var parameters: [String: ParameterValue]

    public init(
        path: String, code: FailureCode, severity: Severity = .block, parameters: [String: ParameterValue] = [:]
    ) {
        self.path = path
        self.code = code
        self.severity = severity
        self.parameters = parameters
    }
}

extension FieldFailure: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, code, severity, parameters
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decode(String.self, forKey: .path)
        code = try container.decode(FailureCode.self, forKey: .code)
        severity = try container.decodeIfPresent(Severity.self, forKey: .severity) ?? .block
        parameters = try container.decodeIfPresent([String: ParameterValue].self, forKey: .parameters) ?? [:]
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(code, forKey: .code)
        if severity != .block { try container.encode(severity, forKey: .severity) }
        if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    }
}

/// What is wrong with a field. Open: rules of a newer server may fail in ways this version does not know.
public struct FailureCode: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A number or a word that belongs to a failure or a problem.
public enum ParameterValue: Hashable, Sendable {
    case integer(Int)
    case number(Double)
    case text(String)
}

extension ParameterValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {  // each failed attempt rules out one case
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // as above
            self = .number(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        }
    }
}

extension ParameterValue: CustomStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }

    public var description: String {
        switch self {
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): value
        }
    }

    /// The value as a whole number, if it is one.
    public var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }
}
