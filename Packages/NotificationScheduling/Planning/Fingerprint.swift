import TimeAndChance

/// A short text that stands for a longer one.
enum Fingerprint {
    /// 16 hexadecimal digits.
    static func of(_ text: String) -> String {
        let digits = String(StableHash(text).value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
