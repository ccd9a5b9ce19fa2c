/// A unit of distance for riders.
public enum DistanceUnit: String, CaseIterable, Hashable, Sendable {
    /// The kilometre.
    case kilometres
    /// The international mile of 1.609344 km, exactly.
    case miles

    /// The length of the unit in millimetres. Both lengths are whole numbers, so sums of distances are exact.
    public var millimetres: Int64 {
        switch self {
        case .kilometres: 1_000_000
        case .miles: 1_609_344
        }
    }

    /// The symbol of the unit, such as `km`.
    public var symbol: String {
        switch self {
        case .kilometres: "km"
        case .miles: "mi"
        }
    }
}

/// A distance in whole millimetres, from zero to 100,000 km.
///
/// A sum of floating-point distances depends on the order of its terms, and can miss a whole mile by a rounding error.
/// Whole millimetres have neither problem.
public struct Distance: Hashable, Sendable {
    /// The distance in millimetres.
    public let millimetres: Int64

    /// The longest valid distance of one ride: 100,000 km.
    public static let maxMillimetres: Int64 = 100_000 * 1_000_000

    /// No distance.
    public static let zero = Distance(millimetres: 0)

    private init(millimetres: Int64) {
        self.millimetres = millimetres
    }

    /// Creates a distance from a number of millimetres that was checked before.
    init(counted millimetres: Int64) {
        self.init(millimetres: max(0, millimetres))
    }

    /// Creates a distance, rounded to the nearest millimetre. Returns `nil` for NaN, for infinity, for a negative
    /// value, and beyond 100,000 km.
    public init?(_ value: Double, in unit: DistanceUnit = .kilometres) {
        let millimetres = (value * Double(unit.millimetres)).rounded()
        guard millimetres >= 0, millimetres <= Double(Self.maxMillimetres), value >= 0 else { return nil }
        self.init(millimetres: Int64(millimetres))
    }

    /// Creates a distance from metres, by the rules of ``init(_:in:)``.
    public init?(metres: Double) {
        self.init(metres / 1_000, in: .kilometres)
    }

    /// The number of whole units, rounded down. An Eddington number never rounds up: 74.75 miles do not count as 75.
    public func whole(_ unit: DistanceUnit) -> Int { Int(millimetres / unit.millimetres) }

    /// The distance in a unit.
    public func value(in unit: DistanceUnit) -> Double { Double(millimetres) / Double(unit.millimetres) }

    /// Returns the sum. A sum of more than 2⁶³ − 1 millimetres is clamped.
    static func + (left: Distance, right: Distance) -> Distance {
        let (sum, overflows) = left.millimetres.addingReportingOverflow(right.millimetres)
        return Distance(millimetres: overflows ? .max : sum)
    }

    /// Returns the difference, at least zero.
    static func - (left: Distance, right: Distance) -> Distance {
        Distance(millimetres: max(0, left.millimetres - right.millimetres))
    }
}

extension Distance: Comparable {
    public static func < (left: Distance, right: Distance) -> Bool { left.millimetres < right.millimetres }
}
