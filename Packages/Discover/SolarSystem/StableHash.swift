/// A hash of a text that is the same in every process, on every device, for ever. `hashValue` is none of these.
///
/// FNV-1a (64 bits) over the UTF-8, then the finalizer of MurmurHash3, since the high bits of FNV-1a
/// hardly differ between short texts.
struct StableHash: Hashable, Sendable {
    let value: UInt64

    init(_ text: String) {
        var z = Self.fnv1a(text)
        z = (z ^ (z >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        z = (z ^ (z >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        value = z ^ (z >> 33)
    }

    static func fnv1a(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// In `[0, 1)`, from the high 53 bits.
    var fraction: Double { Double(value >> 11) * 0x1p-53 }

    /// One of the first `count` numbers, from the low 11 bits, which `fraction` does not use. `count` is 1...2048.
    func choice(of count: Int) -> Int { Int(value & 0x7FF) % count }
}
