/// A hash of a text that is equal in every process, on every device and in every version, unlike `hashValue`.
///
/// It is FNV-1a (64 bits) over the UTF-8, followed by the finalizer of MurmurHash3.
// The finalizer is needed, because the high bits of FNV-1a hardly differ between short texts.
package struct StableHash: Hashable, Sendable {
    package let value: UInt64

    package init(_ text: String) {
        var z = Self.fnv1a(text)
        z = (z ^ (z >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        z = (z ^ (z >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        value = z ^ (z >> 33)
    }

    package static func fnv1a(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// A number in `[0, 1)`, from the high 53 bits.
    package var fraction: Double { Double(value >> 11) * 0x1p-53 }

    /// Returns a number from 0 to `count - 1`, from the low 11 bits, which `fraction` does not use. `count` is
    /// 1...2048.
    package func choice(of count: Int) -> Int { Int(value & 0x7FF) % count }
}
