public import Foundation

/// The content of an `.ics` file (RFC 5545), feed (RFC 7986) or invitation (RFC 5546).
///
/// ```swift
/// let read = try CalendarFile.read(Data("BEGIN:VCALENDAR\nEND:VCALENDAR".utf8))
/// for problem in read.problems { print("line \(problem.line): \(problem)") }
/// let text = read.file.text  // to be sent as text/calendar; charset=utf-8
/// ```
///
/// Reading a file, writing it, and reading and writing it again produces the same text. Alarms, tasks, journals and
/// properties that ``CalendarEvent`` does not have are lost.
public struct CalendarFile: Hashable, Sendable {
    /// The action that receivers should take with the events (METHOD of RFC 5546). Unknown values are kept.
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// The value in capital letters.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue.uppercased()
        }

        /// Show the events. No response is expected.
        public static let publish = Method(rawValue: "PUBLISH")
        /// Invite attendees, or change an invitation.
        public static let request = Method(rawValue: "REQUEST")
        /// Cancel the events.
        public static let cancel = Method(rawValue: "CANCEL")
    }

    /// The method, or `nil` for a plain file.
    public var method: Method?
    /// The name of the calendar.
    public var name: String?
    /// A colour by its CSS name, such as `teal`.
    public var color: String?
    /// The interval after which a client should reload a feed.
    public var refreshInterval: CalendarLength?
    /// The address of the feed.
    public var source: URL?
    /// The events, in the order of the file.
    public var events: [CalendarEvent]

    /// Creates the content of a file.
    public init(method: Method? = nil, name: String? = nil, events: [CalendarEvent] = []) {
        self.method = method
        self.name = name
        self.events = events
    }

    /// Returns an invitation, or `nil` if the event does not have an organizer. Calendars need an organizer to reply
    /// (RFC 5546, 3.2.2).
    public static func request(_ event: CalendarEvent) -> CalendarFile? {
        event.organizer == nil ? nil : CalendarFile(method: .request, events: [event])
    }

    /// Returns a cancellation of an invitation, or `nil` if the event does not have an organizer (RFC 5546, 3.2.5).
    public static func cancellation(of event: CalendarEvent, at instant: Date) -> CalendarFile? {
        event.organizer == nil ? nil : CalendarFile(method: .cancel, events: [event.cancelled(at: instant)])
    }

    /// Returns the events as a feed.
    ///
    /// Events are ordered by `uid`, so that a change does not move other events. Each event occurs once, with the
    /// highest `sequence`, then the latest `stamp`. Cancelled events stay in the feed, so that calendars remove them.
    ///
    /// ```swift
    /// var feed = CalendarFile.feed(name: "Orbit", events: [])
    /// feed.refreshInterval = CalendarLength(seconds: 3_600)
    /// ```
    public static func feed(name: String, events: [CalendarEvent]) -> CalendarFile {
        var latest: [EventKey: CalendarEvent] = [:]
        for event in events {
            let key = EventKey(event)
            if let known = latest[key], known.isNewer(than: event) { continue }
            latest[key] = event
        }
        let ordered = latest.sorted { $0.key < $1.key }.map(\.value)
        return CalendarFile(method: .publish, name: name, events: ordered)
    }
}

/// The key that identifies an event in a file.
struct EventKey: Hashable, Comparable {
    let uid: String
    /// The start of a changed occurrence. It is empty for a whole series.
    let occurrence: String

    init(_ event: CalendarEvent) {
        uid = event.uid
        occurrence = event.replaces?.text ?? ""
    }

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.uid, lhs.occurrence) < (rhs.uid, rhs.occurrence) }
}

extension CalendarEvent {
    func isNewer(than other: CalendarEvent) -> Bool { (sequence, stamp) > (other.sequence, other.stamp) }
}
