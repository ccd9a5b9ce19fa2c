public import Foundation

/// How often people may poke. All intervals are in seconds.
///
/// Everything is judged by what the asker knows anyway: a declined poke counts like one that nobody has
/// read, so no refusal tells how a poke was answered, or how many others wait for the same person.
public struct PokeLimits: Hashable, Sendable {
    /// Pokes that somebody may send within 24 hours, those taken back included. Less than one means one, here and below.
    public var perDay = 10
    /// Pokes of theirs that may wait for an answer.
    public var openAtOnce = 20
    /// Pokes to one and the same person within 365 days.
    public var perPerson = 3
    /// After how long an unanswered poke lapses.
    public var lifetime: TimeInterval = 14 * Self.day
    /// How long the asker waits after an attempt came to nothing. The other may ask at once.
    public var coolDown: TimeInterval = 30 * Self.day

    public static let standard = PokeLimits()

    public static let day: TimeInterval = 86_400
    public static let year: TimeInterval = 365 * day

    public init() {}

    /// What stands in the way of one more poke; `nil` if nothing does. Of several limits it is the one that holds
    /// longest.
    public func limitReached(by history: PokeHistory, at now: Date) -> PokeLimitReached? {
        var reached: [PokeLimitReached] = []
        // Each earlier use takes up room until its end: there is room for one more when `count - 1` are left.
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

/// What somebody did before who wants to poke someone now.
public struct PokeHistory: Hashable, Sendable {
    /// When they poked anyone; at least the last 24 hours.
    public var sentAt: [Date]
    /// When those of their pokes lapse that still wait for an answer, as far as they know.
    public var openUntil: [Date]
    /// When they poked this very person; at least the last 365 days.
    public var sentToThemAt: [Date]
    /// When their last attempt at this person ended without a match, as they saw it, or when this person left them.
    public var endedWithThemAt: Date?

    public init(
        sentAt: [Date] = [], openUntil: [Date] = [], sentToThemAt: [Date] = [], endedWithThemAt: Date? = nil
    ) {
        self.sentAt = sentAt
        self.openUntil = openUntil
        self.sentToThemAt = sentToThemAt
        self.endedWithThemAt = endedWithThemAt
    }
}
