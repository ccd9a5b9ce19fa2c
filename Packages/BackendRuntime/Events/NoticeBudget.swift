package import Foundation
package import OrbitModels
package import OrbitStore

/// The limits on the events that a log accepts from accounts other than its owner's.
///
/// Together they bound the events that one account can append to the log of another person: 970 a day. So no account
/// alone replaces all ``LogRetention/capacity`` events of a log in a day. An account reaches this number only if it
/// uses all free events of the log, which the log accepts from all accounts together.
///
/// | Events | At most |
/// | --- | --- |
/// | Free events: the log accepts them from all other people without a check of their causes | 15 |
/// | Events within the budget of the account | 45 |
/// | Warnings that blocked people come to meetups, beyond the budget; at most two for each meetup | 9 |
/// | `person.hidden` for four blocks and `person.shown` for three lifted blocks | 7 |
/// | Events of conversations: free, and of the account | 150 and 450 |
/// | Typing in conversations, of all accounts together | 150 |
/// | Reloads of lists, one in an hour, or in ten minutes for conversations; see ``PendingReload`` | 144 |
///
/// A day begins at midnight UTC. The head of the log counts the free events, so they need no further record. Events
/// beyond the budget are dropped, and the owner's devices have to reload the lists that these events touch. An
/// exhausted budget fails no request, so a block or a departure always takes effect.
///
/// Events of the kinds in ``FeatureSet/unlimitedEvents`` are never dropped, and use no budget. Decisions of moderators
/// and scheduled work have no account as their cause, and use no budget either. Scheduled work of added features uses
/// the budget of ``scheduledWork``.
package enum NoticeBudget {
    /// The cause of events that added features append in scheduled work. No account has this id.
    package static let scheduledWork = UserID("scheduled-work")
    /// The maximum number of notices a day that a log accepts without a check of their causes.
    package static let free = EventBudget.notices.free
    /// The maximum number of warnings a day that a log accepts from one account beyond the budget.
    package static let warnings = 9
    private static let ofWarnings = RateLimit(name: "warnings", tiers: [.init(count: warnings, window: 86_400)])
    /// The maximum number of these warnings for one meetup. An account therefore needs five meetups to use up
    /// ``warnings``.
    package static let warningsOfMeetup = 2
    private static let ofMeetup = RateLimit(
        name: "warnings-of-meetup", tiers: [.init(count: warningsOfMeetup, window: 86_400)])

    /// The names of the rate limits of the budget.
    package static let limits = Set(
        (EventBudget.allCases.compactMap(\.ofOne) + [ofWarnings, ofMeetup]).map(\.name))

    /// The number of free events that a log accepted on one day.
    package struct Count: Codable, Hashable, Sendable {
        /// The number of days since 1970.
        package let day: Int
        package var events = 0
        /// The number of events of conversations; `nil` in a record of an earlier version.
        var messages: Int?
        /// The number of transient events; `nil` in a record of an earlier version.
        var transient: Int?

        package subscript(budget: EventBudget) -> Int {
            get {
                switch budget {
                case .notices: events
                case .messages: messages ?? 0
                case .transient: transient ?? 0
                }
            }
            set {
                switch budget {
                case .notices: events = newValue
                case .messages: messages = newValue
                case .transient: transient = newValue
                }
            }
        }
    }

    /// Counts events that an account has caused.
    ///
    /// - Parameters:
    ///   - events: The number of events.
    ///   - budget: The budget that they count towards.
    ///   - cause: The account.
    ///   - head: The head of the log, in which the free events are counted.
    ///   - transaction: The transaction of the events.
    ///   - now: The instant of the transaction.
    /// - Returns: The number of events that the log accepts.
    package static func take(
        _ events: Int, of budget: EventBudget = .notices, from cause: UserID, to head: inout LogHead,
        in transaction: any StoreTransaction, now: Date
    ) throws -> Int {
        let day = Int(now.milliseconds / 86_400_000)
        var count = head.notices.flatMap { $0.day == day ? $0 : nil } ?? Count(day: day)
        let uncounted = min(events, max(0, budget.free - count[budget]))
        if uncounted > 0 {
            count[budget] += uncounted
            head.notices = count
        }
        guard let ofOne = budget.ofOne else { return uncounted }
        return try uncounted + use(ofOne, events - uncounted, from: cause, to: head.owner, in: transaction, now: now)
    }

    /// Counts a warning beyond the budget that an account has caused. Both limits count it, or neither.
    ///
    /// - Parameters:
    ///   - meetup: The meetup of the warning.
    ///   - cause: The account.
    ///   - owner: The owner of the log.
    ///   - transaction: The transaction of the warning.
    ///   - now: The instant of the transaction.
    /// - Returns: Whether the log accepts the warning.
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

    /// Counts as many events as a limit allows, and returns their number.
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

/// The lists that a person's devices have to reload, because the log has dropped events that touch these lists.
package struct PendingReload: BackendRecord {
    package static let table = "owed_reloads"
    package static var personalData: PersonalData<Self> { .init(.key()) }

    package let owner: UserID
    package private(set) var dueAt: Date
    package private(set) var lists: Set<ListName>

    package var key: String { owner.rawValue }
    package var indexEntries: [IndexEntry] { [Self.dueEntry(at: dueAt)] }

    /// Schedules a reload of the lists, together with the lists that are scheduled already.
    ///
    /// - Parameters:
    ///   - lists: The lists.
    ///   - owner: The person whose devices reload them.
    ///   - delay: The maximum number of seconds until the reload. It moves an earlier reload forward, never back.
    ///   - transaction: The transaction that drops the events.
    ///   - now: The instant of the transaction.
    package static func add(
        _ lists: Set<ListName>, to owner: UserID, within delay: Int, in transaction: any StoreTransaction, now: Date
    ) throws {
        let due = now.addingTimeInterval(TimeInterval(delay))
        var owed =
            try transaction.get(Self.self, owner.rawValue) ?? PendingReload(owner: owner, dueAt: due, lists: [])
        guard !lists.isSubset(of: owed.lists) || due < owed.dueAt else { return }
        owed.lists.formUnion(lists)
        owed.dueAt = min(owed.dueAt, due)
        try transaction.put(owed)
    }
}

extension PendingReload: ScheduledRecord {
    package func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        try transaction.delete(Self.self, key)
        try transaction.append(.void, to: owner, touches: lists.sorted { $0.rawValue < $1.rawValue })
    }
}
