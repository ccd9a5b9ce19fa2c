import Foundation
public import ICalendar
public import OrbitModels

/// The busy times of a calendar that the user has chosen.
public struct ImportedCalendar: Hashable, Sendable, Identifiable {
    /// The name that the user has given.
    public let name: String
    /// The busy times, in order and without overlaps.
    public let spans: [TimeSpan]
    /// The parts of the file that were left out or corrected. They are not stored, so they are empty after a restart.
    public let problems: [CalendarProblem]

    /// The maximum number of times of one calendar: more than ten a day for a year, and few enough to fit in one file.
    static let maxSpans = 4_000

    /// The name.
    public var id: String { name }

    init(name: String, spans: [TimeSpan], problems: [CalendarProblem] = []) {
        self.name = name
        self.spans = spans
        self.problems = problems
    }
}

/// The stored form: each start and end in turn, in whole seconds since 1970.
extension ImportedCalendar: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, times
    }

    /// Reads the stored form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let times = try container.decode([Int].self, forKey: .times).map { Date(timeIntervalSince1970: Double($0)) }
        let spans = stride(from: 1, to: times.count, by: 2).compactMap {
            TimeSpan(start: times[$0 - 1], end: times[$0])
        }
        self.init(name: try container.decode(String.self, forKey: .name), spans: spans)
    }

    /// Writes the stored form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        let edges = spans.flatMap { [$0.start, $0.end] }
        // A calendar file contains no time that does not convert to `Int` seconds. If there is one nevertheless, no
        // times are stored, because a missing number would turn ends into starts.
        let times = edges.compactMap { Int(exactly: $0.timeIntervalSince1970.rounded()) }
        try container.encode(times.count == edges.count ? times : [], forKey: .times)
    }
}
