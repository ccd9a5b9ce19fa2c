public import Foundation
public import OrbitModels

/// What stands in a calendar: a meetup, a lecture, a holiday.
public struct CalendarEntry: Hashable, Sendable, Identifiable {
    /// When an entry is.
    public enum Time: Hashable, Sendable {
        /// From an instant to a later one.
        case span(TimeSpan)
        /// At an instant, without a duration.
        case moment(Date)
        /// On whole days, whatever the zone; the same day twice for one. In either order.
        case days(CalendarDay, CalendarDay)
    }

    /// What kind an entry is of. Each kind has a mark and a form of its own beside its colour.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It takes place.
        case confirmed
        /// It may take place: an invitation without an answer, a request.
        case tentative
        /// The person is busy.
        case busy
        /// A time that would suit.
        case suggested
    }

    /// Different for every entry, and for every occurrence of a recurring one. Of two entries with the same id a layout
    /// shows the last.
    public let id: String
    /// Shown on a single line and without control characters.
    public var title: String
    /// When it is.
    public var time: Time
    /// What it is.
    public var kind: Kind

    /// Creates an entry.
    public init(id: String, title: String, time: Time, kind: Kind = .confirmed) {
        self.id = id
        self.title = title
        self.time = time
        self.kind = kind
    }
}
