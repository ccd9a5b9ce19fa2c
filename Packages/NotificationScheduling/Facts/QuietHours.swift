/// The hours in which the user does not want to be disturbed, on the wall clock of wherever they are.
///
/// A window past midnight is one window: from 22:00 to 08:00 begins in the evening and ends the next morning.
public struct QuietHours: Hashable, Sendable, Codable {
    /// Minutes since the wall clock showed 00:00, 0 to 1439.
    public let start: Int
    /// Minutes, 0 (no quiet hours) to 1440 (always quiet).
    public let length: Int

    /// From 22:00 to 08:00.
    public static let night = Self(startMinute: 22 * 60, lengthInMinutes: 600)
    /// Around the clock: only what is exempt from quiet hours fires.
    public static let always = Self(startMinute: 0, lengthInMinutes: 1_440)

    /// Between two times of the day in minutes since 00:00: `from` 0 to 1439, `to` 0 to 1440. Equal times make no quiet
    /// hours; `nil` outside of the day.
    public init?(fromMinute start: Int, toMinute end: Int) {
        guard (0..<1_440).contains(start), (0...1_440).contains(end) else { return nil }
        self.init(startMinute: start, lengthInMinutes: end >= start ? end - start : end + 1_440 - start)
    }

    private init(startMinute: Int, lengthInMinutes: Int) {
        (start, length) = (startMinute, lengthInMinutes)
    }

    private enum CodingKeys: String, CodingKey {
        case start, length
    }

    /// Reads the two numbers, and refuses those outside of a day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(Int.self, forKey: .start)
        length = try container.decode(Int.self, forKey: .length)
        guard (0..<1_440).contains(start), (0...1_440).contains(length) else {
            throw DecodingError.dataCorruptedError(
                forKey: .start, in: container, debugDescription: "expected minutes of a day")
        }
    }

    /// Whether the wall clock is in the window, by seconds since it showed 00:00.
    func contains(secondOfDay: Int) -> Bool { elapsed(atSecondOfDay: secondOfDay) < length * 60 }

    /// Seconds since the wall clock last showed the start, 0 to 86,399.
    func elapsed(atSecondOfDay second: Int) -> Int {
        let since = second - start * 60
        return since < 0 ? since + 86_400 : since
    }
}
