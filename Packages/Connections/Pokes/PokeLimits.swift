public import Foundation

/// The limits on how often people may poke. All intervals are in seconds.
///
/// All limits depend only on facts that the sender knows: a declined poke counts like an unread poke. Therefore a
/// refusal reveals neither the state of a poke nor the number of other people who wait for the recipient.
public struct PokeLimits: Hashable, Sendable {
    /// The maximum number of pokes by a person within 24 hours, including withdrawn pokes. Values less than 1 count as
    /// 1, also in ``openAtOnce`` and ``perPerson``.
    public var perDay = 10
    /// The maximum number of pokes by a person that wait for a reply.
    public var openAtOnce = 20
    /// The maximum number of pokes to the same person within 365 days.
    public var perPerson = 3
    /// The time after which an open poke expires.
    public var lifetime: TimeInterval = 14 * Self.day
    /// The time that the sender has to wait after an attempt ended without a match. The recipient may poke immediately.
    public var coolDown: TimeInterval = 30 * Self.day

    /// The limits that client and backend use.
    public static let standard = PokeLimits()

    /// 24 hours.
    public static let day: TimeInterval = 86_400
    /// 365 days.
    public static let year: TimeInterval = 365 * day

    /// Creates the standard limits.
    public init() {}

    /// Returns the limit that forbids another poke; `nil` if no limit does. If several limits forbid it, returns the
    /// limit that ends last.
    public func limitReached(by history: PokeHistory, at now: Date) -> PokeLimitReached? {
        var reached: [PokeLimitReached] = []
        // The limit has `count` places. Each earlier poke occupies a place until its time in `ends`. Another poke needs
        // a free place, so it is allowed when at most `count - 1` places are occupied.
        func hold(_ limit: PokeLimit, _ count: Int, _ ends: [Date]) {
            let lasting = ends.filter { $0 > now }.sorted()
            guard lasting.count >= max(1, count) else { return }
            reached.append(
                PokeLimitReached(limit: limit, count: count, resetsAt: lasting[lasting.count - max(1, count)]))
        }
        // If the clock was set back, some times are in the future. They count as now.
        func after(_ interval: TimeInterval, _ times: [Date]) -> [Date] {
            times.map { min($0, now).addingTimeInterval(interval) }
        }
        hold(.perDay, perDay, after(Self.day, history.sentAt))
        hold(.openAtOnce, openAtOnce, history.openUntil)
        hold(.perPerson, perPerson, after(Self.year, history.sentToRecipientAt))
        hold(.coolDown, 1, after(coolDown, history.endedWithRecipientAt.map { [$0] } ?? []))
        return reached.max { $0.resetsAt < $1.resetsAt }
    }
}

/// The earlier pokes of a person, the sender, who wants to poke another person, the recipient.
public struct PokeHistory: Hashable, Sendable {
    /// The times at which the sender poked any person; at least those of the last 24 hours.
    public var sentAt: [Date]
    /// The times at which the sender's waiting pokes expire, as far as the sender knows.
    public var openUntil: [Date]
    /// The times at which the sender poked the recipient; at least those of the last 365 days.
    public var sentToRecipientAt: [Date]
    /// The time at which the sender's last poke to the recipient ended without a match, as disclosed to the sender.
    ///
    /// If a match of the two people ended later, and the sender did not end it, the time is that of the end of the
    /// match.
    public var endedWithRecipientAt: Date?

    /// Creates a history. Without arguments, it is that of a person who has not poked yet.
    public init(
        sentAt: [Date] = [], openUntil: [Date] = [], sentToRecipientAt: [Date] = [], endedWithRecipientAt: Date? = nil
    ) {
        self.sentAt = sentAt
        self.openUntil = openUntil
        self.sentToRecipientAt = sentToRecipientAt
        self.endedWithRecipientAt = endedWithRecipientAt
    }
}
