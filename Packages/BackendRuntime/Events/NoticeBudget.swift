package import Foundation
package import OrbitModels
package import OrbitStore

/// Bounds the events of a day that the requests of one account append to the log of another person to 100.
///
/// | Events | At most |
/// | --- | --- |
/// | Free events: the log takes them from all others without a look at their causes | 15 |
/// | Events within the budget of the account | 45 |
/// | Warnings beyond the budget of blocked people who come to meetups, two of one meetup | 9 |
/// | `person.hidden` for four blocks and `person.shown` for three lifted blocks | 7 |
/// | Reloads of lists, one in an hour; see ``OwedReload`` | 24 |
///
/// A day begins at midnight UTC. The log's head counts the free events, so they cost no further record. Events beyond
/// the budget are dropped, and the log owes its owner a reload of the lists that they touch. No request fails for the
/// lack of a budget, so a block or a departure always takes effect.
///
/// Events of the kinds in ``FeatureSet/unlimitedEvents`` are never dropped. Moderators act for the operator, and
/// scheduled work has no account as its cause. Events of both use no budget. Scheduled work of added features uses the
/// budget of ``scheduledWork``.
package enum NoticeBudget {
    /// The cause of events that added features append in scheduled work. No account has this id.
    package static let scheduledWork = UserID("scheduled-work")
    /// The most events of a day that a log takes without looking at their causes.
    package static let free = 15
    private static let ofOne = RateLimit(name: "notices", tiers: [.init(count: 45, window: 86_400)])
    /// The most warnings of a day that a log takes from one account beyond the budget.
    package static let warnings = 9
    private static let ofWarnings = RateLimit(name: "warnings", tiers: [.init(count: warnings, window: 86_400)])
    /// The most of these warnings of one meetup. So an account needs five meetups to use up ``warnings``.
    package static let warningsOfMeetup = 2
    private static let ofMeetup = RateLimit(
        name: "warnings-of-meetup", tiers: [.init(count: warningsOfMeetup, window: 86_400)])

    /// The names of its rate limits.
    package static let limits = Set([ofOne, ofWarnings, ofMeetup].map(\.name))

    /// Events of one day that others appended to a log.
    package struct Count: Codable, Hashable, Sendable {
        /// Since 1970.
        package let day: Int
        package var events = 0
    }

    /// Counts events that an account has caused.
    ///
    /// - Returns: how many of them the log takes.
    package static func take(
        _ events: Int, from cause: UserID, to head: inout LogHead, in transaction: any StoreTransaction, now: Date
    ) throws -> Int {
        let day = Int(now.milliseconds / 86_400_000)
        var count = head.notices.flatMap { $0.day == day ? $0 : nil } ?? Count(day: day)
        let uncounted = min(events, max(0, free - count.events))
        if uncounted > 0 {
            count.events += uncounted
            head.notices = count
        }
        return try uncounted + use(ofOne, events - uncounted, from: cause, to: head.owner, in: transaction, now: now)
    }

    /// Counts a warning beyond the budget that an account has caused, by both limits or by neither.
    ///
    /// - Parameter meetup: the meetup that it is about.
    /// - Returns: whether the log takes it.
    package static func takesWarning(
        of meetup: MeetupID, from cause: UserID, to owner: UserID, in transaction: any StoreTransaction, now: Date
    ) throws -> Bool {
        let subject = "\(cause)>\(owner)>\(meetup)"
        guard try ofMeetup.wait(for: subject, in: transaction, now: now) == nil,
            try use(ofWarnings, 1, from: cause, to: owner, in: transaction, now: now) == 1
        else { return false }
        try ofMeetup.record(subject, in: transaction, now: now)
        return true
    }

    /// Records as many events as a limit has room for, and returns their number.
    private static func use(
        _ limit: RateLimit, _ events: Int, from cause: UserID, to owner: UserID, in transaction: any StoreTransaction,
        now: Date
    ) throws -> Int {
        guard events > 0 else { return 0 }
        let subject = "\(cause)>\(owner)"
        let counted = min(events, try limit.room(for: subject, in: transaction, now: now))
        if counted > 0 { try limit.record(subject, times: counted, in: transaction, now: now) }
        return counted
    }
}

/// Lists that a person's devices have to load again, as their log lacks events about them.
package struct OwedReload: BackendRecord {
    package static let table = "owed_reloads"
    package static var personalData: PersonalData<Self> { .init(.key()) }
    /// Seconds from the first event that was dropped.
    private static let delay: TimeInterval = 3_600

    package let owner: UserID
    package let dueAt: Date
    package private(set) var lists: Set<ListName>

    package var key: String { owner.rawValue }
    package var indexEntries: [IndexEntry] { [Self.dueEntry(at: dueAt)] }

    /// Has the lists loaded again, together with those that are owed already.
    package static func add(_ lists: Set<ListName>, to owner: UserID, in transaction: any StoreTransaction, now: Date)
        throws
    {
        var owed =
            try transaction.get(Self.self, owner.rawValue)
            ?? OwedReload(owner: owner, dueAt: now.addingTimeInterval(delay), lists: [])
        guard !lists.isSubset(of: owed.lists) else { return }
        owed.lists.formUnion(lists)
        try transaction.put(owed)
    }
}

extension OwedReload: DueRecord {
    package func settle(_ context: BackendContext, in transaction: LogTransaction) throws {
        try transaction.delete(Self.self, key)
        try transaction.append(.void, to: owner, touches: lists.sorted { $0.rawValue < $1.rawValue })
    }
}
