public import Foundation
public import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The address at which other calendars read the user's meetups: made, shown once, renewed and revoked.
///
/// ```swift
/// await calendar.load()
/// await calendar.renew()
/// if let address = calendar.address { copy(address.url) }
/// calendar.hideAddress()
/// ```
@MainActor @Observable public final class CalendarFeedViewModel {
    private let resource: Resource<CalendarFeed>
    private let service: MeetupCalendarService
    private let server: ServerAddress
    private let actions: ActionRunner<Action>
    /// What was made here.
    private var made: CalendarAddress?
    @ObservationIgnored private var isOver = false

    private enum Action { case address }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameter server: where the addresses lead.
    public init(service: MeetupCalendarService, server: ServerAddress, log: PersonLog) {
        self.service = service
        self.server = server
        actions = ActionRunner(log: log)
        resource = Resource(.calendarFeed, on: log) { try await service.feed() }
    }

    /// What the server has.
    public var feed: LoadState<CalendarFeed> { resource.state }

    /// Since when there is an address; `nil` if there is none, as far as is known.
    public var since: Date? { feed.value?.createdAt }

    /// The address that was made here last, until it is hidden, renewed or revoked, on whichever device.
    public var address: CalendarAddress? {
        made.flatMap { $0.createdAt == since ? $0 : nil }
    }

    /// What to say beside the buttons.
    public var notices: [CalendarFeedNotice] {
        guard let feed = feed.value else { return [] }
        if address != nil { return [.shownOnce, .whoeverHasIt] }
        return feed.createdAt == nil ? [.whoeverHasIt] : [.notShownAgain, .whoeverHasIt]
    }

    /// Whether the address is being made or revoked.
    public var isWorking: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Asks whether there is an address.
    public func load() async { await resource.load() }

    /// Makes an address, and shows it in ``address``. The one before ends at once: calendars that use it get nothing more.
    @discardableResult
    public func renew() async -> ActionOutcome {
        await actions.run(.address, "renew") { key in
            let new = try await service.renew(key: key)
            let address = try CalendarAddress(new, at: server)
            if !isOver { made = address }
            return [.changed(CalendarFeed(createdAt: new.createdAt))]
        }
    }

    /// Ends the address.
    @discardableResult
    public func revoke() async -> ActionOutcome {
        guard feed.value == nil || since != nil else { return .skipped }
        return await actions.run(.address, "revoke", expecting: [.changed(CalendarFeed())]) { key in
            try await service.revoke(key: key)
            return [.changed(CalendarFeed())]
        }
    }

    /// Forgets the address: it was copied, or the screen is left. It goes on to work.
    public func hideAddress() { made = nil }

    /// Forgets the address for good: the user signs out.
    public func end() {
        isOver = true
        made = nil
    }
}

/// What the user should know of the address of their calendar, beside its buttons.
public enum CalendarFeedNotice: String, CaseIterable, Hashable, Sendable {
    /// Beside an address that was just made.
    case shownOnce = "shown_once"
    /// Beside an address that was made earlier.
    case notShownAgain = "not_shown_again"
    /// As long as there is an address, and before one is made.
    case whoeverHasIt = "whoever_has_it"
}

extension CalendarFeedNotice: Worded {
    /// The sentences.
    public static let vocabulary = Vocabulary(
        "calendar_feed_notice",
        [
            "shown_once": "Copy this address now: it is not shown again.",
            "not_shown_again":
                "The address was shown when it was made. If you need it again, make a new one; the old one then stops working.",
            "whoever_has_it":
                "Anyone who has this address sees the meetups that you host or attend, with the exact place and without signing in.",
        ])

    /// The code of the sentence in its vocabulary.
    public var wordCode: String { rawValue }
}

extension Vocabulary {
    /// The buttons beside the address of a calendar.
    public static let calendarFeedActions = Vocabulary(
        "calendar_feed_action",
        ["create": "Make an address", "renew": "Make a new address", "revoke": "End the address"])
}

extension EventKind {
    /// The owner of the log has made, renewed or revoked the address of their calendar. Data: ``CalendarFeed``.
    public static let calendarChanged = Self(rawValue: "calendar.changed")
}

extension ListName {
    /// Whether the owner's calendar has an address.
    public static let calendar = Self(rawValue: "calendar")
}

extension ResourceDefinition<CalendarFeed> {
    /// The feed of the user's meetups.
    public static var calendarFeed: Self {
        Self(.calendar) { event, feed throws(LogEventError) in
            guard event.kind == .calendarChanged else { return .unknown }
            feed = try event.data()
            return .applied
        }
    }
}

extension LogEvent {
    static func changed(_ feed: CalendarFeed) -> LogEvent { LogEvent(.calendarChanged, data: feed) }
}
