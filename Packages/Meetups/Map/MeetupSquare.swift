public import Foundation
public import OrbitModels

/// The meetups of one square of the campus's grid, as numbers.
///
/// Numbers below ``MeetupLimits/minShownCount`` are left out, both of the square and of each kind of event.
public struct MeetupSquare: Codable, Hashable, Sendable, Identifiable {
    /// The centre of the square.
    public var coordinates: Coordinates
    /// The number of meetups, at least ``MeetupLimits/minShownCount``, or `nil` for a smaller number. Squares are never
    /// empty.
    public var count: Int?
    /// The numbers of some kinds of event, the most frequent first.
    ///
    /// The list is empty if ``count`` is `nil`. Otherwise the kinds that are left out have together at least
    /// ``MeetupLimits/minShownCount`` meetups, or no meetup.
    public var kinds: [KindCount]
    /// The start of the earliest meetup. It may be in the past.
    public var earliestStart: Date

    /// The number of meetups of one kind of event.
    public struct KindCount: Codable, Hashable, Sendable {
        /// The kind of event.
        public var eventType: EventType
        /// The number, at least ``MeetupLimits/minShownCount``.
        public var count: Int

        /// Creates a count.
        public init(_ eventType: EventType, _ count: Int) {
            (self.eventType, self.count) = (eventType, count)
        }

        private enum CodingKeys: String, CodingKey {
            case count
            case eventType = "event_type"
        }
    }

    /// Creates a square from values that may be shown.
    public init(coordinates: Coordinates, count: Int?, kinds: [KindCount] = [], earliestStart: Date) {
        (self.coordinates, self.count, self.kinds, self.earliestStart) = (coordinates, count, kinds, earliestStart)
    }

    /// Creates a square from the numbers of all its meetups, and leaves out small numbers.
    ///
    /// A kind with fewer than ``MeetupLimits/minShownCount`` meetups is left out. If the kinds left out have together
    /// fewer than that, the least frequent shown kind is left out too. Otherwise their number could be computed from
    /// the total (complementary suppression; Cox, "Suppression methodology and statistical disclosure control", JASA
    /// 75, 1980).
    public init(coordinates: Coordinates, all: [EventType: Int], earliestStart: Date) {
        let total = all.values.reduce(0, +)
        var shown = all.filter { $0.value >= MeetupLimits.minShownCount }.map { KindCount($0.key, $0.value) }
        shown.sort { ($1.count, $0.eventType.rawValue) < ($0.count, $1.eventType.rawValue) }
        let rest = total - shown.reduce(0) { $0 + $1.count }
        if (1..<MeetupLimits.minShownCount).contains(rest) { _ = shown.popLast() }
        self.init(
            coordinates: coordinates, count: total >= MeetupLimits.minShownCount ? total : nil, kinds: shown,
            earliestStart: earliestStart)
    }

    /// The centre of the square. Each centre is unique.
    public var id: Coordinates { coordinates }

    private enum CodingKeys: String, CodingKey {
        case coordinates, count
        case kinds = "event_types"
        case earliestStart = "next"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinates: try container.decode(Coordinates.self, forKey: .coordinates),
            count: try container.decodeIfPresent(Int.self, forKey: .count),
            kinds: try container.decodeIfPresent(LossyList<KindCount>.self, forKey: .kinds)?.elements ?? [],
            earliestStart: try container.decode(Date.self, forKey: .earliestStart))
    }
}
