/// A failed check of a field, with its path, its code and the numbers for a message in any language.
///
/// It contains no sentence. A message catalogue renders the code and its parameters.
public struct FieldFailure: Hashable, Sendable {
    /// The effect of a failure: it blocks the form or only warns.
    public enum Severity: String, Codable, Hashable, Sendable {
        /// A failure with `block` prevents submission; a failure with `warn` does not.
        case block, warn
    }

    /// The path of the field by its wire names, such as `bio`, `location.city` or `interests[3]`.
    public var path: String
    /// The code of the failure.
    public var code: FailureCode
    /// Whether the failure blocks the form.
    public var severity: Severity
    /// The values for the code's message, such as `min` and `max`.
    public var parameters: [String: ParameterValue]

    /// Creates a field failure.
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

/// The code of a failed check. The set is open: a newer server may send codes that this version does not know.
public struct FailureCode: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A number or a text that belongs to a failure or a problem.
public enum ParameterValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A string.
    case text(String)
}

extension ParameterValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {  // otherwise it is not an integer
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {  // otherwise it must be a string
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
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// The value as text, not localised.
    public var description: String {
        switch self {
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .text(let value): value
        }
    }

    /// The value if it is a whole number.
    public var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The value if it is a text.
    public var text: String? {
        if case .text(let value) = self { value } else { nil }
    }
}
