import Foundation
import OrbitModels

package enum PercentDecoding {
    /// Returns the percent-decoded text (RFC 3986 §2.1). Returns `nil` in these cases:
    ///
    /// - An escape is broken.
    /// - The bytes are not valid UTF-8.
    /// - The text would take long to compare; see `isStreamSafe`.
    package static func text(_ encoded: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = encoded.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(utf8: bytes) else { return nil }
        return text.isStreamSafe ? text : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension String {
    /// Whether comparing and hashing the string takes a time that depends on its length only.
    package var isStreamSafe: Bool {
        var marks = CombiningMarkCounter()
        return !unicodeScalars.contains { marks.exceedsLimit(counting: $0) }
    }
}
