import Foundation

/// A value for a statement. Bytes go as they are, all else in the text that PostgreSQL reads.
enum Parameter {
    case text(String)
    case number(Int64)
    case bytes(Data)
    case texts([String])
    case numbers([Int64])

    var isBinary: Bool {
        if case .bytes = self { true } else { false }
    }

    /// With a zero byte at the end, unless it is binary.
    var encoded: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8) + [0]
        case .number(let number): Array(String(number).utf8) + [0]
        case .bytes(let bytes): Array(bytes)
        case .texts(let texts): Array("{\(texts.map(Self.quoted).joined(separator: ","))}".utf8) + [0]
        case .numbers(let numbers): Array("{\(numbers.map(String.init).joined(separator: ","))}".utf8) + [0]
        }
    }

    /// An element of an array (PostgreSQL manual, 8.15.6).
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
}
