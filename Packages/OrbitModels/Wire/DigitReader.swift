/// Reads fixed-width ASCII digits and separators of dates and codes.
struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Consumes exactly `digits` ASCII digits. Returns `nil` and consumes nothing if they are missing.
    mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    /// Consumes the next character if it is in `separators`. Returns whether it did.
    mutating func skip(_ separators: Unicode.Scalar...) -> Bool {
        guard position < bytes.count, separators.contains(Unicode.Scalar(bytes[position])) else { return false }
        position += 1
        return true
    }
}

extension DefaultStringInterpolation {
    /// Appends an integer that is padded with zeros on the left.
    mutating func appendInterpolation(_ value: Int, digits: Int) {
        let text = String(value)
        appendLiteral(String(repeating: "0", count: max(0, digits - text.count)) + text)
    }
}
