/// The escapes of text in files: backslashes in values (RFC 5545, 3.3.11) and carets in parameters (RFC 6868).
///
/// Only what is written here reaches a file, so no text can end a line and begin another property.
enum EscapedText {
    /// As a TEXT value. All kinds of line ends become `\n`; other control characters except tabs are left out.
    static func value(_ text: String) -> String {
        var escaped = ""
        for scalar in lines(text) {
            switch scalar {
            case "\n": escaped += "\\n"
            case "\\", ";", ",": escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// As a parameter value, in quotes where needed.
    static func parameter(_ text: String) -> String {
        var escaped = ""
        var needsQuotes = text.isEmpty
        for scalar in lines(text) {
            switch scalar {
            case "\n": escaped += "^n"
            case "^": escaped += "^^"
            case "\"": escaped += "^'"
            case ":", ";", ",":
                needsQuotes = true
                escaped.unicodeScalars.append(scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return needsQuotes ? "\"\(escaped)\"" : escaped
    }

    /// As a value of another type: without anything that could end the line.
    static func raw(_ text: String) -> String {
        var raw = ""
        raw.unicodeScalars.append(contentsOf: lines(text).filter { $0 != "\n" })
        return raw
    }

    /// A TEXT value as it was before ``value(_:)``. Backslashes before other characters stay, as some writers forget
    /// them, except before a quote or colon, which some escape too.
    static func unescaped(_ value: String) -> String {
        var text = ""
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "n", "N": text += "\n"
                case "\\", ";", ",", "\"", ":": text.unicodeScalars.append(scalar)
                default:
                    text += "\\"
                    text.unicodeScalars.append(scalar)
                }
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return isEscaped ? text + "\\" : text
    }

    /// A parameter value as it was before ``parameter(_:)``.
    static func withoutCarets(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "^")) else { return value }
        var text = ""
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "n": text += "\n"
                case "'": text += "\""
                case "^": text += "^"
                default:
                    text += "^"
                    text.unicodeScalars.append(scalar)
                }
            } else if scalar == "^" {
                isEscaped = true
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return isEscaped ? text + "^" : text
    }

    /// The scalars of a text with one kind of line end and without other control characters.
    private static func lines(_ text: String) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where isAfterReturn: isAfterReturn = false
            case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
                scalars.append("\n")
                isAfterReturn = scalar.value == 0x0D
            case 0x09, 0x20...0x7E, 0xA0...:
                // A byte order mark or a mark inside text is harmless; only control characters are left out.
                scalars.append(scalar)
                isAfterReturn = false
            default: isAfterReturn = false
            }
        }
        return scalars
    }
}
