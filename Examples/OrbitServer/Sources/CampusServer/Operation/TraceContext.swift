import TimeAndChance

/// The position of a request in a distributed trace (W3C Trace Context).
package struct TraceContext: Hashable, Sendable {
    /// 32 hexadecimal digits. All requests of a trace have the same.
    package let traceID: String
    /// 16 hexadecimal digits. They identify the work of this server.
    package let spanID: String
    private let flags: String

    /// Continues the trace of a `traceparent` field. An invalid or missing field starts a new trace.
    package init(continuing field: String?, random: RandomSource) {
        let parts = field?.split(separator: "-", omittingEmptySubsequences: false).map(String.init) ?? []
        let isValid =
            parts.count == 4 && parts[0] == "00" && Self.isID(parts[1], digits: 32) && Self.isID(parts[2], digits: 16)
            && Self.isHexadecimal(parts[3], digits: 2)
        traceID = isValid ? parts[1] : Self.newID(bytes: 16, random)
        flags = isValid ? parts[3] : "00"
        spanID = Self.newID(bytes: 8, random)
    }

    /// The field for further servers, and for the caller as `traceresponse`.
    package var field: String { "00-\(traceID)-\(spanID)-\(flags)" }

    private static func newID(bytes: Int, _ random: RandomSource) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes)
        for byte in random.bytes(bytes) {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Whether a text is an identifier. An identifier of zeros is invalid.
    private static func isID(_ text: String, digits: Int) -> Bool {
        isHexadecimal(text, digits: digits) && text.contains { $0 != "0" }
    }

    private static func isHexadecimal(_ text: String, digits: Int) -> Bool {
        text.utf8.count == digits
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
