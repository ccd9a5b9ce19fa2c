public import Foundation
public import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The address at which other calendars read the user's meetups. It is created, shown once, renewed and revoked here.
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
    /// The address that this view model has created last.
    private var made: CalendarAddress?
    @ObservationIgnored private var hasEnded = false

    private enum Action { case address }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - service: The service that creates and revokes addresses.
    ///   - server: The server of the addresses.
    ///   - log: The event log of the user.
    public init(service: MeetupCalendarService, server: ServerAddress, log: EventLog) {
        self.service = service
        self.server = server
        actions = ActionRunner(log: log)
        resource = Resource(.calendarFeed, on: log) { try await service.feed() }
    }

    /// The state of the feed on the server.
    public var feed: LoadState<CalendarFeed> { resource.state }

    /// The time of creation of the current address, or `nil` if no address is known.
    public var createdAt: Date? { feed.value?.createdAt }

    /// The address created last by this view model. It becomes `nil` if any device renews or revokes it, or if it is
    /// hidden.
    public var address: CalendarAddress? {
        made.flatMap { $0.createdAt == createdAt ? $0 : nil }
    }

    /// The notices to show next to the buttons.
    public var notices: [CalendarFeedNotice] {
        guard let feed = feed.value else { return [] }
        if address != nil { return [.shownOnce, .whoeverHasIt] }
        return feed.createdAt == nil ? [.whoeverHasIt] : [.notShownAgain, .whoeverHasIt]
    }

    /// Whether the address is being created or revoked.
    public var isWorking: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// Loads the state of the feed.
    public func load() async { await resource.load() }

    /// Creates an address and shows it in ``address``. The previous address stops working at once for all calendars.
    @discardableResult
    public func renew() async -> ActionOutcome {
        await actions.run(.address, "renew") { key in
            let new = try await service.renew(key: key)
            let address = try CalendarAddress(new, at: server)
            if !hasEnded { made = address }
            return [.changed(CalendarFeed(createdAt: new.createdAt))]
        }
    }

    /// Revokes the address.
    @discardableResult
    public func revoke() async -> ActionOutcome {
        guard feed.value == nil || createdAt != nil else { return .skipped }
        return await actions.run(.address, "revoke", expecting: [.changed(CalendarFeed())]) { key in
            try await service.revoke(key: key)
            return [.changed(CalendarFeed())]
        }
    }

    /// Hides the address, for example after it was copied or when the screen closes. The address stays valid.
    public func hideAddress() { made = nil }

    /// Hides the address permanently, because the user signs out.
    public func end() {
        hasEnded = true
        made = nil
    }
}

/// A notice about the address of the user's calendar, shown next to the buttons.
public enum CalendarFeedNotice: String, CaseIterable, Hashable, Sendable {
    /// Shown with an address that was just created.
    case shownOnce = "shown_once"
    /// Shown if an address was created earlier.
    case notShownAgain = "not_shown_again"
    /// Shown always: before an address is created, and while it exists.
    case whoeverHasIt = "whoever_has_it"
}

extension CalendarFeedNotice: LocalizedTextConvertible {
    /// The sentences.
    public static let vocabulary = Vocabulary(
        "calendar_feed_notice",
        [
            "shown_once": "Copy this address now: it is not shown again.",
            "not_shown_again":
                "We showed the address only once. If you need it again, make a new one. The old one then stops working.",
            "whoever_has_it":
                "Anyone who has this address sees the meetups that you host or attend, with the exact place. They do not have to sign in.",
        ])

    /// The code of the sentence in its vocabulary.
    public var localizationCode: String { rawValue }
}

extension Vocabulary {
    /// The titles of the buttons next to the address of a calendar.
    public static let calendarFeedActions = Vocabulary(
        "calendar_feed_action",
        ["create": "Make an address", "renew": "Make a new address", "revoke": "Delete the address"])
}

extension EventKind {
    /// The owner of the log has created, renewed or revoked the address of their calendar. Data: ``CalendarFeed``.
    public static let calendarChanged = Self(rawValue: "calendar.changed")
}

extension ListName {
    /// The state of the owner's calendar feed.
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
