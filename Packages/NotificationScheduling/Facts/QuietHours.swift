/// The hours in which the user does not want to be disturbed, on the wall clock of the user's location.
///
/// A window across midnight is one window: from 22:00 to 08:00 begins in the evening and ends the next morning.
public struct QuietHours: Hashable, Sendable, Codable {
    /// The start in minutes since the wall clock showed 00:00, 0 to 1439.
    public let start: Int
    /// The length in minutes, 0 (no quiet hours) to 1440 (always quiet).
    public let length: Int

    /// The hours from 22:00 to 08:00.
    public static let night = Self(startMinute: 22 * 60, lengthInMinutes: 600)
    /// All hours: only notifications that are exempt from quiet hours fire.
    public static let always = Self(startMinute: 0, lengthInMinutes: 1_440)

    /// Creates a window between two times of day in minutes since 00:00. Equal times create no quiet hours.
    ///
    /// - Parameters:
    ///   - start: The start, 0 to 1439.
    ///   - end: The end, 0 to 1440.
    /// - Returns: `nil` if a time is outside the day.
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

    /// Decodes the two numbers.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if they are outside the day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(Int.self, forKey: .start)
        length = try container.decode(Int.self, forKey: .length)
        guard (0..<1_440).contains(start), (0...1_440).contains(length) else {
            throw DecodingError.dataCorruptedError(
                forKey: .start, in: container, debugDescription: "expected minutes of a day")
        }
    }

    /// Whether the window contains a time, in seconds since the wall clock showed 00:00.
    func contains(secondOfDay: Int) -> Bool { elapsed(atSecondOfDay: secondOfDay) < length * 60 }

    /// Returns the seconds since the wall clock last showed the start, 0 to 86,399.
    func elapsed(atSecondOfDay second: Int) -> Int {
        let since = second - start * 60
        return since < 0 ? since + 86_400 : since
    }
}
