/// The month of a person's birth: enough to derive an age that stays current, and less than a birthday.
public struct BirthMonth: Hashable, Sendable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// `nil` outside the years 0 to 9999 or the months 1 to 12.
    public init?(year: Int, month: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month) else { return nil }
        (self.year, self.month) = (year, month)
    }

    /// Reads `yyyy-mm`.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.isAtEnd
        else { return nil }
        self.init(year: year, month: month)
    }

    /// Completed years on `day`. As the day of birth is not known, a year counts from the month after the birth month:
    /// a person is never taken for eighteen too early. Negative before birth.
    public func age(on day: CalendarDay) -> Int {
        day.year - year - (day.month > month ? 0 : 1)
    }
}

extension BirthMonth: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}

extension BirthMonth: CustomStringConvertible {
    /// `yyyy-mm`.
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
