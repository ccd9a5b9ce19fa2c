public import Foundation

/// The content of an `.ics` file (RFC 5545), feed (RFC 7986) or invitation (RFC 5546).
///
/// ```swift
/// let read = try CalendarFile.read(Data("BEGIN:VCALENDAR\nEND:VCALENDAR".utf8))
/// for problem in read.problems { print("line \(problem.line): \(problem)") }
/// let text = read.file.text  // to be sent as text/calendar; charset=utf-8
/// ```
///
/// Writing what was read gives the same text again from then on. Alarms, tasks, journals and properties that
/// ``CalendarEvent`` does not hold are not kept.
public struct CalendarFile: Hashable, Sendable {
    /// What receivers are to do with the events (METHOD of RFC 5546). Unknown words are kept.
    public struct Method: RawRepresentable, Hashable, Sendable {
        /// In capital letters.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue.uppercased()
        }

        /// To show them, without a response.
        public static let publish = Method(rawValue: "PUBLISH")
        /// To invite, or to change an invitation.
        public static let request = Method(rawValue: "REQUEST")
        /// To call off.
        public static let cancel = Method(rawValue: "CANCEL")
    }

    /// `nil` for a plain file.
    public var method: Method?
    /// The name of the calendar.
    public var name: String?
    /// A colour by its CSS name, such as `teal`.
    public var color: String?
    /// How often to ask a feed again.
    public var refreshInterval: CalendarLength?
    /// Where the feed is.
    public var source: URL?
    /// In the order of the file.
    public var events: [CalendarEvent]

    /// Creates the content of a file.
    public init(method: Method? = nil, name: String? = nil, events: [CalendarEvent] = []) {
        self.method = method
        self.name = name
        self.events = events
    }

    /// An invitation; `nil` if the event has no organizer, without which calendars cannot answer (RFC 5546, 3.2.2).
    public static func request(_ event: CalendarEvent) -> CalendarFile? {
        event.organizer == nil ? nil : CalendarFile(method: .request, events: [event])
    }

    /// Calls an invitation off; `nil` if the event has no organizer (RFC 5546, 3.2.5).
    public static func cancellation(of event: CalendarEvent, at instant: Date) -> CalendarFile? {
        event.organizer == nil ? nil : CalendarFile(method: .cancel, events: [event.cancelled(at: instant)])
    }

    /// The events as a feed: ordered by `uid`, so that a change moves no other event, and each once, in its state of the
    /// highest `sequence`, then latest `stamp`. Cancelled events stay, so that calendars learn of it.
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

/// What tells one event of a file from another.
struct EventKey: Hashable, Comparable {
    let uid: String
    /// Empty for a series as a whole.
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
