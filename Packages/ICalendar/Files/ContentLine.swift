/// A property of a component: `NAME;PARAMETER=value:value` (RFC 5545, 3.1).
struct ContentLine {
    /// The name in capital letters.
    let name: String
    /// The parameters, by name in capital letters. If a parameter has several values, the first is used.
    let parameters: [String: String]
    /// The value as written in the file.
    let value: String
    let line: Int
    /// Whether the whole line is valid UTF-8.
    let isUTF8: Bool

    /// Creates a property. The result is `nil` if the line is not a property.
    init?(_ bytes: [UInt8], line: Int) {
        let nameEnd = bytes.firstIndex { !Self.isNameByte($0) } ?? bytes.endIndex
        guard nameEnd > 0, nameEnd < bytes.endIndex else { return nil }
        var parser = ParameterParser(bytes: bytes, position: nameEnd)
        guard let parameters = parser.parameters() else { return nil }
        let text = bytes[parser.position...]
        name = String(decoding: bytes[..<nameEnd], as: UTF8.self).uppercased()
        self.parameters = parameters
        value = String(decoding: text, as: UTF8.self)
        self.line = line
        isUTF8 = parser.isUTF8 && value.utf8.elementsEqual(text)
    }

    fileprivate static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}

/// A parser of `;NAME=value,"value"` up to the colon.
private struct ParameterParser {
    let bytes: [UInt8]
    var position: Int
    var isUTF8 = true

    /// Reads the parameters and the colon. Returns `nil` if there is no colon.
    mutating func parameters() -> [String: String]? {
        var parameters: [String: String] = [:]
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: ":") { return parameters }
            guard byte == UInt8(ascii: ";") else { return nil }
            let start = position
            while position < bytes.count, ContentLine.isNameByte(bytes[position]) { position += 1 }
            let name = String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
            repeat {
                position += 1
                guard let value = value() else { return nil }
                if parameters[name] == nil { parameters[name] = value }
            } while position < bytes.count && bytes[position] == UInt8(ascii: ",")
        }
        return nil
    }

    private mutating func value() -> String? {
        let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
        if isQuoted { position += 1 }
        let start = position
        while position < bytes.count, !ends(bytes[position], isQuoted: isQuoted) { position += 1 }
        guard position < bytes.count else { return nil }
        let raw = bytes[start..<position]
        if isQuoted { position += 1 }
        let text = String(decoding: raw, as: UTF8.self)
        if !text.utf8.elementsEqual(raw) { isUTF8 = false }
        return EscapedText.withoutCarets(text)
    }

    private func ends(_ byte: UInt8, isQuoted: Bool) -> Bool {
        isQuoted
            ? byte == UInt8(ascii: "\"")
            : byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",")
    }
}
