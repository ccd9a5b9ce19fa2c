public import Foundation

/// A time that a proposal offers.
///
/// A form can contain a slot whose end is not after its start. The rules of a proposal refuse it; see ``span``.
public struct ProposalSlot: Codable, Hashable, Sendable {
    /// The start.
    public var startsAt: Date
    /// The end.
    public var endsAt: Date

    /// Creates a slot.
    public init(startsAt: Date, endsAt: Date) {
        self.startsAt = startsAt
        self.endsAt = endsAt
    }

    /// The time as a span; `nil` unless the end is after the start.
    public var span: TimeSpan? { TimeSpan(start: startsAt, end: endsAt) }

    private enum CodingKeys: String, CodingKey {
        case startsAt = "starts_at"
        case endsAt = "ends_at"
    }
}
