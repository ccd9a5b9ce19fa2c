import Foundation
public import ICalendar
public import OrbitModels

/// The busy times of a calendar that the user has chosen.
public struct ImportedCalendar: Hashable, Sendable, Identifiable {
    /// As the user knows it.
    public let name: String
    /// In order, without overlaps.
    public let spans: [TimeSpan]
    /// What was left out or corrected; known until the app ends.
    public let problems: [CalendarProblem]

    /// The most times of one calendar: more than ten a day for a year, and few enough for all to be kept in one file.
    static let mostSpans = 4_000

    /// The name.
    public var id: String { name }

    init(name: String, spans: [TimeSpan], problems: [CalendarProblem] = []) {
        self.name = name
        self.spans = spans
        self.problems = problems
    }
}

/// As it is kept: each start and end in turn, in whole seconds since 1970.
extension ImportedCalendar: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, times
    }

    /// Reads the form that is kept.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let times = try container.decode([Int].self, forKey: .times).map { Date(timeIntervalSince1970: Double($0)) }
        let spans = stride(from: 1, to: times.count, by: 2).compactMap {
            TimeSpan(start: times[$0 - 1], end: times[$0])
        }
        self.init(name: try container.decode(String.self, forKey: .name), spans: spans)
    }

    /// Writes the form that is kept.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        let edges = spans.flatMap { [$0.start, $0.end] }
        // A time that no calendar file can hold is left out with its whole calendar rather than taken for another.
        let times = edges.compactMap { Int(exactly: $0.timeIntervalSince1970.rounded()) }
        try container.encode(times.count == edges.count ? times : [], forKey: .times)
    }
}
