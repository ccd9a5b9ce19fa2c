public import Foundation
public import OrbitModels

/// An entry of a calendar, such as a meetup, a lecture or a holiday.
public struct CalendarEntry: Hashable, Sendable, Identifiable {
    /// The time of an entry.
    public enum Time: Hashable, Sendable {
        /// The time from an instant to a later instant.
        case span(TimeSpan)
        /// An instant, without a duration.
        case moment(Date)
        /// A range of whole days, independent of the zone, in either order. The same day twice is a range of one day.
        case days(CalendarDay, CalendarDay)
    }

    /// The kind of an entry. Each kind has its own mark and form in addition to its colour.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The entry takes place.
        case confirmed
        /// The entry may take place, such as an invitation without a reply or a request.
        case tentative
        /// The person is busy.
        case busy
        /// The entry is a suggested time.
        case suggested
    }

    /// The identifier, unique for every entry and for every occurrence of a recurring entry.
    ///
    /// If several entries have the same id, a layout shows only the last of them.
    public let id: String
    /// The title. It is shown on a single line and without control characters.
    public var title: String
    /// The time.
    public var time: Time
    /// The kind.
    public var kind: Kind

    /// Creates an entry.
    public init(id: String, title: String, time: Time, kind: Kind = .confirmed) {
        self.id = id
        self.title = title
        self.time = time
        self.kind = kind
    }
}
