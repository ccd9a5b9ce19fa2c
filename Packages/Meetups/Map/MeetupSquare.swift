public import Foundation
public import OrbitModels

/// The meetups of one square of the campus's grid, as numbers.
///
/// What is fewer than ``MeetupLimits/fewest`` has no number: of the square, and of each kind in it.
public struct MeetupSquare: Codable, Hashable, Sendable, Identifiable {
    /// The middle of the square.
    public var coordinates: Coordinates
    /// How many there are, at least ``MeetupLimits/fewest``; `nil` for fewer, but never none.
    public var count: Int?
    /// How many there are of some kinds, the most frequent first. The others are at least as many again, or none.
    public var kinds: [KindCount]
    /// When the first of them begins, or has begun.
    public var next: Date

    /// How many meetups of one kind there are.
    public struct KindCount: Codable, Hashable, Sendable {
        /// The kind.
        public var eventType: EventType
        /// How many, at least ``MeetupLimits/fewest``.
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

    /// Creates a square from what may be shown of it.
    public init(coordinates: Coordinates, count: Int?, kinds: [KindCount] = [], next: Date) {
        (self.coordinates, self.count, self.kinds, self.next) = (coordinates, count, kinds, next)
    }

    /// Creates a square from all that is in it.
    ///
    /// Of a kind with fewer than ``MeetupLimits/fewest`` nothing is said. So that it cannot be computed as what is left,
    /// the rest is made larger by the least frequent kind that would be shown (complementary suppression; Cox,
    /// "Suppression methodology and statistical disclosure control", JASA 75, 1980).
    public init(coordinates: Coordinates, all: [EventType: Int], next: Date) {
        let total = all.values.reduce(0, +)
        var shown = all.filter { $0.value >= MeetupLimits.fewest }.map { KindCount($0.key, $0.value) }
        shown.sort { ($1.count, $0.eventType.rawValue) < ($0.count, $1.eventType.rawValue) }
        let rest = total - shown.reduce(0) { $0 + $1.count }
        if (1..<MeetupLimits.fewest).contains(rest) { _ = shown.popLast() }
        self.init(
            coordinates: coordinates, count: total >= MeetupLimits.fewest ? total : nil, kinds: shown, next: next)
    }

    /// The middle of the square: there is one of each.
    public var id: Coordinates { coordinates }

    private enum CodingKeys: String, CodingKey {
        case coordinates, count, next
        case kinds = "event_types"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinates: try container.decode(Coordinates.self, forKey: .coordinates),
            count: try container.decodeIfPresent(Int.self, forKey: .count),
            kinds: try container.decodeIfPresent(LossyList<KindCount>.self, forKey: .kinds)?.elements ?? [],
            next: try container.decode(Date.self, forKey: .next))
    }
}
