/// A header field that is a value with parameters, such as `form-data; name="photo"` (RFC 9110 §5.6.6).
package struct ParameterizedField: Sendable {
    /// The value before the parameters, in lower case.
    package let value: String
    /// The values of the parameters without their quotes, by name in lower case.
    package let parameters: [String: String]

    /// Creates the field; `nil` if the parameters are malformed, or a parameter is given twice.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        let value = rest.prefix { $0 != ";" && !$0.isWhitespace }
        rest = rest[value.endIndex...]
        var parameters: [String: String] = [:]
        while true {
            Self.skipSpace(&rest)
            guard let separator = rest.popFirst() else { break }
            guard separator == ";" else { return nil }
            Self.skipSpace(&rest)
            if rest.isEmpty || rest.first == ";" { continue }
            let name = Self.token(from: &rest).lowercased()
            guard !name.isEmpty, rest.popFirst() == "=", let value = Self.parameterValue(from: &rest),
                parameters.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.value = value.lowercased()
        self.parameters = parameters
    }

    private static func skipSpace(_ text: inout Substring) {
        text = text.drop { $0 == " " || $0 == "\t" }
    }

    private static func token(from text: inout Substring) -> Substring {
        let token = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
        text = text[token.endIndex...]
        return token
    }

    private static func parameterValue(from text: inout Substring) -> String? {
        guard text.first == "\"" else {
            let token = token(from: &text)
            return token.isEmpty ? nil : String(token)
        }
        text.removeFirst()
        var value = ""
        while let character = text.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                guard let escaped = text.popFirst() else { return nil }
                value.append(escaped)
            default: value.append(character)
            }
        }
        return nil
    }
}
