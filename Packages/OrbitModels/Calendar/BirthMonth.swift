/// The month of a person's birth. It is enough to compute an age that stays current, and reveals less than a birthday.
public struct BirthMonth: Hashable, Sendable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int

    /// Creates a month, or returns `nil` outside the years 0 to 9999 or the months 1 to 12.
    public init?(year: Int, month: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month) else { return nil }
        (self.year, self.month) = (year, month)
    }

    /// Creates a month from `yyyy-mm`, or returns `nil` for any other text.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.isAtEnd
        else { return nil }
        self.init(year: year, month: month)
    }

    /// Returns the age in completed years on `day`. It increases at the end of the birth month, and is negative until
    /// the end of the month of birth.
    public func age(on day: CalendarDay) -> Int {
        // The day of birth is unknown. No person is treated as eighteen too early.
        day.year - year - (day.month > month ? 0 : 1)
    }
}

extension BirthMonth: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}

extension BirthMonth: CustomStringConvertible {
    /// The month as `yyyy-mm`.
    public var description: String { "\(year, digits: 4)-\(month, digits: 2)" }
}

extension BirthMonth: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let month = BirthMonth(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a month, yyyy-mm")
        }
        self = month
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
