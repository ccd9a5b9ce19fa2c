public import Foundation
public import OrbitModels
import TimeAndChance

/// A body of named parts, by RFC 7578: how files are sent.
public struct MultipartForm: Sendable {
    private var parts: [(head: String, content: Data)] = []

    /// Creates a form without parts.
    public init() {}

    /// Appends a text field.
    public mutating func append(_ value: String, name: String) {
        parts.append(("Content-Disposition: form-data; name=\"\(Self.quoted(name))\"\r\n\r\n", Data(value.utf8)))
    }

    /// - Parameters:
    ///   - filename: a name without directories; the server should trust it as little as any input.
    ///   - contentType: such as `image/jpeg`; whatever is not visible ASCII is dropped.
    public mutating func append(_ file: Data, name: String, filename: String, contentType: String) {
        let contentType = String(decoding: contentType.utf8.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
        let head = """
            Content-Disposition: form-data; name="\(Self.quoted(name))"; filename="\(Self.quoted(filename))"\r
            Content-Type: \(contentType)\r\n\r\n
            """
        parts.append((head, file))
    }

    /// The content type and the body, with a boundary that occurs in none of the parts.
    func encoded(random: RandomSource) -> (contentType: String, body: Data) {
        var boundary: String
        repeat {
            boundary = "orbit-" + random.hexadecimal(bytes: 16)
        } while parts.contains { $0.content.range(of: Data(boundary.utf8)) != nil || $0.head.contains(boundary) }
        var body = Data()
        for part in parts {
            body.append(contentsOf: "--\(boundary)\r\n\(part.head)".utf8)
            body.append(part.content)
            body.append(contentsOf: "\r\n".utf8)
        }
        body.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return ("multipart/form-data; boundary=\(boundary)", body)
    }

    /// Quotes, backslashes and control characters percent-encoded, as browsers do for the first.
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { quoted, scalar in
            if scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\"" || scalar == "\\" {
                let hex = String(scalar.value, radix: 16, uppercase: true)
                quoted += hex.count < 2 ? "%0\(hex)" : "%\(hex)"
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
    }
}

/// The number of parts: names, filenames and contents are a person's own.
extension MultipartForm: Redacted {
    /// The number of parts.
    public var description: String { "\(parts.count) parts" }
}

extension RandomSource {
    /// Random bytes as lower-case hexadecimal digits.
    func hexadecimal(bytes count: Int) -> String {
        bytes(count).reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
