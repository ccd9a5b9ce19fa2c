public import Foundation

/// How often people may poke. All intervals are in seconds.
///
/// Everything is judged by what the sender knows anyway: a declined poke counts like an unread
/// poke, so no refusal tells what became of a poke, or how many others wait for the same person.
public struct PokeLimits: Hashable, Sendable {
    /// Pokes that a person may send within 24 hours, those taken back included. Less than 1 means 1, here and below.
    public var perDay = 10
    /// Pokes of theirs that may wait for a reply.
    public var openAtOnce = 20
    /// Pokes to the same person within 365 days.
    public var perPerson = 3
    /// After how long an open poke lapses.
    public var lifetime: TimeInterval = 14 * Self.day
    /// How long the sender waits after an attempt came to nothing. The recipient may poke at once.
    public var coolDown: TimeInterval = 30 * Self.day

    /// The limits that client and backend use.
    public static let standard = PokeLimits()

    /// 24 hours.
    public static let day: TimeInterval = 86_400
    /// 365 days.
    public static let year: TimeInterval = 365 * day

    /// Creates the standard limits.
    public init() {}

    /// The limit that forbids another poke; `nil` if none does. Of several limits it is the one that holds
    /// longest.
    public func limitReached(by history: PokeHistory, at now: Date) -> PokeLimitReached? {
        var reached: [PokeLimitReached] = []
        // Each earlier use takes up room until its end: there is room for another when `count - 1` are left.
        func hold(_ limit: PokeLimit, _ count: Int, _ ends: [Date]) {
            let lasting = ends.filter { $0 > now }.sorted()
            guard lasting.count >= max(1, count) else { return }
            reached.append(
                PokeLimitReached(limit: limit, count: count, resetsAt: lasting[lasting.count - max(1, count)]))
        }
        // A clock that was set back has left some times in the future; they count as now.
        func after(_ interval: TimeInterval, _ times: [Date]) -> [Date] {
            times.map { min($0, now).addingTimeInterval(interval) }
        }
        hold(.perDay, perDay, after(Self.day, history.sentAt))
        hold(.openAtOnce, openAtOnce, history.openUntil)
        hold(.perPerson, perPerson, after(Self.year, history.sentToThemAt))
        hold(.coolDown, 1, after(coolDown, history.endedWithThemAt.map { [$0] } ?? []))
        return reached.max { $0.resetsAt < $1.resetsAt }
    }
}

/// What a person has done before who wants to poke another now.
public struct PokeHistory: Hashable, Sendable {
    /// When they sent pokes, to whichever person; at least the last 24 hours.
    public var sentAt: [Date]
    /// When those of their pokes lapse that still wait for a reply, as far as they know.
    public var openUntil: [Date]
    /// When they poked this very person; at least the last 365 days.
    public var sentToThemAt: [Date]
    /// When their last attempt at this person ended without a match, as they saw it, or when this person left them.
    public var endedWithThemAt: Date?

    /// Creates a history; without arguments, of a person who has not poked yet.
    public init(
        sentAt: [Date] = [], openUntil: [Date] = [], sentToThemAt: [Date] = [], endedWithThemAt: Date? = nil
    ) {
        self.sentAt = sentAt
        self.openUntil = openUntil
        self.sentToThemAt = sentToThemAt
        self.endedWithThemAt = endedWithThemAt
    }
}
