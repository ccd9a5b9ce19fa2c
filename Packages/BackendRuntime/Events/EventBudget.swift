/// The budget that an event in another person's log counts towards; see ``NoticeBudget``.
package enum EventBudget: CaseIterable, Sendable {
    /// The events of all features except conversations.
    case notices
    /// The events of conversations that a device needs, such as messages and receipts.
    case messages
    /// The events that expire by themselves, such as typing. An event beyond the budget is dropped without a reload.
    case transient

    /// The maximum number of events a day that a log accepts without a check of their causes.
    package var free: Int {
        switch self {
        case .notices: 15
        case .messages, .transient: 150
        }
    }

    /// The limit on the further events of one account; `nil` if the log accepts no further events.
    package var ofOne: RateLimit? {
        switch self {
        case .notices: RateLimit(name: "notices", tiers: [.init(count: 45, window: 86_400)])
        case .messages: RateLimit(name: "message-events", tiers: [.init(count: 450, window: 86_400)])
        case .transient: nil
        }
    }

    /// The maximum number of seconds from a dropped event to the reload of its lists; `nil` without a reload.
    package var reloadDelay: Int? {
        switch self {
        case .notices: 3_600
        case .messages: 600
        case .transient: nil
        }
    }
}
