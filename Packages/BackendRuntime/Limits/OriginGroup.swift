/// A group of network addresses that count as one origin: a single IPv4 address, or the /64 of an IPv6 address. A /64
/// is the least that a provider assigns to one customer (RFC 6177).
///
/// A host may pass an address with a port (`192.0.2.1:443`, `[2001:db8::1]:443`) or a zone (`fe80::1%eth0`). An IPv4
/// address inside an IPv6 address (`::ffff:192.0.2.1`, `64:ff9b::192.0.2.1`) counts as that IPv4 address.
///
/// A host with limits of its own groups its callers in the same way:
///
/// ```swift
/// let group = OriginGroup("[2001:db8::1]:443")
/// print(group.text)  // 2001:db8:0:0::/64
/// ```
public struct OriginGroup: Sendable {
    /// The maximum number of bytes of a text that is parsed as an address.
    private static let maxBytes = 64

    /// The name of the group, equal for all of its addresses.
    public let text: String

    /// Creates the group of an address.
    ///
    /// - Parameter origin: The address as the host passes it. A text that is not an address is a group of its own, by
    ///   its first 64 bytes.
    public init(_ origin: String) {
        let start = origin.utf8.prefix(Self.maxBytes + 1)
        let address = start.count > Self.maxBytes ? nil : Self.address(in: Substring(start))
        text = address.map(Self.group) ?? "other \(String(decoding: start.prefix(Self.maxBytes), as: UTF8.self))"
    }

    private enum Address {
        case version4([UInt8])
        /// Eight groups of 16 bits.
        case version6([UInt16])
    }

    private static func group(of address: Address) -> String {
        switch address {
        case .version4(let bytes): return dotted(bytes)
        case .version6(let groups):
            let isMapped = groups[..<5].allSatisfy { $0 == 0 } && groups[5] == 0xFFFF  // RFC 4291 §2.5.5.2
            let isTranslated = groups[..<6] == [0x64, 0xFF9B, 0, 0, 0, 0]  // RFC 6052 §2.1
            if isMapped || isTranslated {
                return dotted(groups[6...].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
            }
            return groups[..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
        }
    }

    private static func dotted(_ bytes: [UInt8]) -> String { bytes.map { String($0) }.joined(separator: ".") }

    private static func address(in text: Substring) -> Address? {
        let text = text.trimmingPrefix { $0 == " " }
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
            return version6(text[text.index(after: text.startIndex)..<end])
        }
        guard let colon = text.firstIndex(of: ":") else { return version4(text).map(Address.version4) }
        if text[text.index(after: colon)...].contains(":") { return version6(text) }
        return isPort(text[colon...]) ? version4(text[..<colon]).map(Address.version4) : nil
    }

    /// Whether a text is empty or a colon and digits.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber })
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { number($0, digits: 3, radix: 10).flatMap { UInt8(exactly: $0) } }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func version6(_ text: Substring) -> Address? {
        let text = text.prefix { $0 != "%" }
        guard let gap = text.firstRange(of: "::") else {
            return groups(text).flatMap { $0.count == 8 ? .version6($0) : nil }
        }
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
            head.count + tail.count < 8
        else { return nil }
        return .version6(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
    }

    /// Returns the groups between colons. The last group may be an IPv4 address, which counts as two groups.
    private static func groups(_ text: Substring) -> [UInt16]? {
        if text.isEmpty { return [] }
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var end: [UInt16] = []
        if let last = parts.last, last.contains(".") {
            guard let bytes = version4(last)?.map({ UInt16($0) }) else { return nil }
            (parts, end) = (Array(parts.dropLast()), [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]])
        }
        let groups = parts.compactMap { number($0, digits: 4, radix: 16) }
        return groups.count == parts.count && groups.count + end.count <= 8 ? groups + end : nil
    }

    private static func number(_ text: Substring, digits: Int, radix: Int) -> UInt16? {
        (1...digits).contains(text.utf8.count) && text.first != "+" ? UInt16(text, radix: radix) : nil
    }
}
