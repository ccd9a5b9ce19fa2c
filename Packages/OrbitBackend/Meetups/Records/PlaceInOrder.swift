import Foundation

/// A rank that sorts by an instant and then by an id, so that hardly two records share one, however many there are of
/// the same instant.
enum PlaceInOrder {
    private static let bits = 20
    /// Until the year 2223.
    private static let instants: ClosedRange<Int64> = 0...8_000_000_000_000

    /// The instant in milliseconds, and the first twenty bits of a hexadecimal id.
    static func rank(_ instant: Date, _ id: String = "") -> Int64 {
        let digits = String(id.prefix(bits / 4))
        let prefix = digits.utf8.count == bits / 4 ? Int64(digits, radix: 16) ?? 0 : 0
        return time(instant) << bits | max(0, prefix)
    }

    /// The ranks from one instant to just before another.
    static func ranks(from start: Date, to end: Date) -> ClosedRange<Int64> {
        let first = time(start) << bits
        return first...max(first, (time(end) << bits) - 1)
    }

    /// The ranks from an instant on.
    static func ranks(from start: Date) -> ClosedRange<Int64> { (time(start) << bits) ... .max }

    private static func time(_ instant: Date) -> Int64 {
        min(max(instant.milliseconds, instants.lowerBound), instants.upperBound)
    }
}
