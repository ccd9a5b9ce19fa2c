public import Foundation
public import OrbitModels
import TimeAndChance

/// A request body of named parts (RFC 7578), for example to upload files.
public struct MultipartForm: Sendable {
    private var parts: [(head: String, content: Data)] = []

    /// Creates a form without parts.
    public init() {}

    /// Appends a text field.
    public mutating func append(_ value: String, name: String) {
        parts.append(("Content-Disposition: form-data; name=\"\(Self.quoted(name))\"\r\n\r\n", Data(value.utf8)))
    }

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - file: The content of the file.
    ///   - name: The name of the field.
    ///   - filename: A name without directories. The server should not trust it.
    ///   - contentType: The media type, such as `image/jpeg`. Characters outside visible ASCII and spaces are dropped.
    public mutating func append(_ file: Data, name: String, filename: String, contentType: String) {
        let contentType = String(decoding: contentType.utf8.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
        let head = """
            Content-Disposition: form-data; name="\(Self.quoted(name))"; filename="\(Self.quoted(filename))"\r
            Content-Type: \(contentType)\r\n\r\n
            """
        parts.append((head, file))
    }

    /// Returns the content type and the body, with a boundary that does not occur in any part.
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

    /// Percent-encodes quotes, backslashes and control characters. Browsers do the same for quotes.
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

/// A description with the number of parts. Names, filenames and contents are personal data.
extension MultipartForm: Redacted {
    /// The number of parts.
    public var description: String { "\(parts.count) parts" }
}

extension RandomSource {
    /// Returns random bytes as lower-case hexadecimal digits.
    func hexadecimal(bytes count: Int) -> String {
        bytes(count).reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
