/// Builds the path and query of a URL from a path pattern, its parameters and its query items (RFC 3986 §3.3, §3.4).
///
/// A parameter always fills exactly one segment, and a query item remains one item. Everything except unreserved
/// characters is percent-encoded. The segments `.` and `..` and empty segments are refused.
enum RequestTarget {
    static func text(
        path: String, parameters: [String: String], query: [(name: String, value: String?)]
    ) throws(APIError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(path.utf8.count + 32)
        try append(path: path, parameters: parameters, to: &bytes)
        var separator = UInt8(ascii: "?")
        for case (let name, let value?) in query {
            bytes.append(separator)
            appendEncoded(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            appendEncoded(value, to: &bytes)
            separator = UInt8(ascii: "&")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(
        path: String, parameters: [String: String], to bytes: inout [UInt8]
    ) throws(APIError) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > 1, segments[0].isEmpty else {
            throw .invalidRequest(reason: "the path \(path) does not begin with a slash")
        }
        var unused = Set(parameters.keys)
        for segment in segments.dropFirst() {
            bytes.append(UInt8(ascii: "/"))
            if segment.first == "{", segment.last == "}" {
                let name = String(segment.dropFirst().dropLast())
                guard let value = parameters[name] else {
                    throw .invalidRequest(reason: "the parameter \(name) of \(path) is missing")
                }
                guard !["", ".", ".."].contains(value) else {
                    throw .invalidRequest(reason: "the parameter \(name) of \(path) names no resource")
                }
                unused.remove(name)
                appendEncoded(value, to: &bytes)
            } else {
                guard !["", ".", ".."].contains(segment), segment.utf8.allSatisfy(isUnreserved) else {
                    throw .invalidRequest(reason: "the path \(path) has a segment that is not plain text")
                }
                bytes.append(contentsOf: segment.utf8)
            }
        }
        if let name = unused.min() {
            throw .invalidRequest(reason: "\(path) has no parameter \(name)")
        }
    }

    private static func appendEncoded(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0x0F))
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// Whether the byte is a letter, a digit, `-`, `.`, `_` or `~` (RFC 3986 §2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}
