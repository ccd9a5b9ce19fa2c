/// The escapes of text in files: backslashes in values (RFC 5545, 3.3.11) and carets in parameters (RFC 6868).
///
/// All texts and URLs in a file pass through these functions, so that none of them can end a line and start another
/// property. A ``CalendarUserAddress`` is checked when it is created.
enum EscapedText {
    /// Returns a TEXT value. All kinds of line ends become `\n`. Other control characters except tabs are removed.
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

    /// Returns a parameter value, in quotes if needed.
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

    /// Returns a value that is neither a TEXT nor a parameter, such as a URI, without characters that could end the
    /// line.
    static func raw(_ text: String) -> String {
        var raw = ""
        raw.unicodeScalars.append(contentsOf: lines(text).filter { $0 != "\n" })
        return raw
    }

    /// Returns the text of a TEXT value; the inverse of ``value(_:)``.
    ///
    /// Backslashes before other characters are kept, because some writers do not escape them. Before a quote or a colon
    /// they are removed, because some writers escape these.
    static func unescaped(_ value: String) -> String {
        text(value, escapedBy: "\\") { scalar in
            switch scalar {
            case "n", "N": "\n"
            case "\\", ";", ",", "\"", ":": scalar
            default: nil
            }
        }
    }

    /// Returns the text of a parameter value; the inverse of ``parameter(_:)``.
    static func withoutCarets(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "^")) else { return value }
        return text(value, escapedBy: "^") { scalar in
            switch scalar {
            case "n": "\n"
            case "'": "\""
            case "^": "^"
            default: nil
            }
        }
    }

    /// Returns the text with its escape sequences replaced. Unknown sequences and an escape at the end are kept.
    ///
    /// - Parameters:
    ///   - escape: The scalar that begins a sequence.
    ///   - meaning: The scalar that replaces a sequence, by its second scalar; `nil` for an unknown sequence.
    private static func text(
        _ value: String, escapedBy escape: Unicode.Scalar, _ meaning: (Unicode.Scalar) -> Unicode.Scalar?
    ) -> String {
        var scalars = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                isEscaped = false
                if let meant = meaning(scalar) {
                    scalars.append(meant)
                } else {
                    scalars.append(escape)
                    scalars.append(scalar)
                }
            } else if scalar == escape {
                isEscaped = true
            } else {
                scalars.append(scalar)
            }
        }
        if isEscaped { scalars.append(escape) }
        return String(scalars)
    }

    /// Returns the scalars of a text with one kind of line end and without other control characters.
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
                // Byte order marks and other marks inside text are harmless. Only control characters are removed.
                scalars.append(scalar)
                isAfterReturn = false
            default: isAfterReturn = false
            }
        }
        return scalars
    }
}
