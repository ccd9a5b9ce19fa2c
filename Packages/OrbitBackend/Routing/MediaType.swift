/// The value of a `Content-Type` field (RFC 9110 §8.3.1).
struct MediaType {
    /// In lower case, such as `application/json`.
    let name: String
    /// By name in lower case; values without their quotes.
    let parameters: [String: String]

    /// `nil` if the text is none.
    init?(_ text: String) {
        var rest = text[...]
        let type = Self.token(from: &rest)
        guard !type.isEmpty, rest.popFirst() == "/" else { return nil }
        let subtype = Self.token(from: &rest)
        guard !subtype.isEmpty else { return nil }
        var parameters: [String: String] = [:]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard let separator = rest.popFirst() else { break }
            guard separator == ";" else { return nil }
            rest = rest.drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty || rest.first == ";" { continue }
            let name = Self.token(from: &rest).lowercased()
            guard !name.isEmpty, rest.popFirst() == "=", let value = Self.value(from: &rest),
                parameters.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        name = "\(type)/\(subtype)".lowercased()
        self.parameters = parameters
    }

    /// JSON is always UTF-8; a parameter that says otherwise says that this is not JSON.
    var isJSON: Bool {
        name == "application/json" && parameters["charset", default: "utf-8"].lowercased() == "utf-8"
    }

    private static func token(from text: inout Substring) -> Substring {
        let token = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) }
        text = text[token.endIndex...]
        return token
    }

    private static func value(from text: inout Substring) -> String? {
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
