public import Foundation
public import OrbitModels
public import Presentation

// The folds return a `FoldResult` of Presentation. `.unknown` reloads a list only if the event names it in `touches`,
// and `.outdated` always.
extension ListDefinition<MeetupListing> {
    /// The meetups that a filter accepts.
    ///
    /// Events change and remove elements but do not add any. Only the server knows which other meetups the user may
    /// find.
    public static func meetups(_ filter: MeetupFilter) -> Self {
        Self(
            .meetups, order: .earliestFirst(\.meetup.plan.span.start), people: { [$0.host.id] },
            isExpired: { !$0.meetup.isOn(at: $1) }, expiresAt: { $0.meetup.plan.span.end }
        ) { event, meetups throws(LogEventError) in
            guard event.kind == .meetupChanged else { return try meetups.fold(event) }
            let news = try event.data(MeetupListing.self)
            guard meetups.holds(news.id) else { return .applied }
            var filter = filter
            // The server found the meetup by its square. Only attendees receive the exact place, which may be outside
            // the box.
            if news.meetup.plan.place.isExact { filter.box = nil }
            meetups.take(news, if: filter.admits(news.meetup.plan))
            return .applied
        }
    }

    /// The meetups in the user's calendar.
    ///
    /// - Parameters:
    ///   - from: The start of the period to show. Meetups that end after it are included.
    ///   - to: The end of the period to show. Meetups that start before it are included.
    public static func myMeetups(from: Date? = nil, to: Date? = nil) -> Self {
        let window = MeetupFilter(from: from, to: to)
        return Self(
            .myMeetups, order: .earliestFirst(\.meetup.plan.span.start), people: { [$0.host.id] },
            isExpired: { $1 >= $0.meetup.leavesCalendar }, expiresAt: { $0.meetup.leavesCalendar }
        ) { event, meetups throws(LogEventError) in
            guard event.kind == .meetupChanged else { return try meetups.fold(event) }
            let news = try event.data(MeetupListing.self)
            meetups.take(news, if: news.meetup.attendance.isConcerned && window.admits(news.meetup.plan))
            return .applied
        }
    }
}

extension ListDefinition<MeetupListing> {
    /// The occurrences of a series that have not ended.
    public static func series(_ id: SeriesID) -> Self {
        Self(
            .meetups, order: .earliestFirst(\.meetup.plan.span.start), people: { [$0.host.id] },
            isExpired: { $1 >= $0.meetup.plan.span.end }, expiresAt: { $0.meetup.plan.span.end }
        ) { event, meetups throws(LogEventError) in
            guard event.kind == .meetupChanged else { return try meetups.fold(event) }
            let news = try event.data(MeetupListing.self)
            if news.meetup.series?.id == id { meetups.take(news, if: true) }
            return .applied
        }
    }
}

extension ResourceDefinition<MeetupListing> {
    /// One meetup.
    public static func meetup(_ id: MeetupID) -> Self {
        Self(
            .meetups, hide: { person, listing in if listing?.host.id == person { listing = nil } }
        ) { event, listing throws(LogEventError) in
            switch event.kind {
            case .meetupChanged:
                let news = try event.data(MeetupListing.self)
                if news.id == id { listing = listing.map { news.newer(than: $0) } ?? news }
            case .meetupGone:
                if try event.data(Keyed<MeetupID>.self).value == id { listing = nil }
            case .meetupCalledOff:
                if try event.data(CancelledMeetup.self).meetupID == id { listing = nil }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                if listing?.host.id == changed.id { listing?.host = changed }
            // The counts exclude hidden people, so they must be loaded again. The listing of a hidden host is removed.
            case .personHidden where listing?.host.id != event.subject: return .outdated
            default: return .unknown
            }
            return .applied
        }
    }
}

extension ListWindow<MeetupListing> {
    /// Applies the events that all lists of meetups handle in the same way.
    fileprivate mutating func fold(_ event: LogEvent) throws(LogEventError) -> FoldResult {
        switch event.kind {
        case .meetupGone: remove(try event.data(Keyed<MeetupID>.self).value)
        case .meetupCalledOff: remove(try event.data(CancelledMeetup.self).meetupID)
        case .personChanged:
            let changed = try event.data(ChangedPerson.self).person
            updateAll(where: { $0.host.id == changed.id }) { $0.host = changed }
        case .personHidden: return .outdated  // the counts exclude hidden people
        default: return .unknown
        }
        return .applied
    }

    fileprivate mutating func take(_ news: MeetupListing, if belongs: Bool) {
        let listing = self[news.id].map { news.newer(than: $0) } ?? news
        // `newer(than:)` has returned the current value, so the event is older. Its state must not decide about
        // removal.
        if listing != news, listing == self[news.id] { return }
        if belongs { upsert(listing) } else { remove(news.id) }
    }
}

extension MeetupListing {
    /// Returns this listing, or `known` if that is newer. A missing link is taken from `known`.
    fileprivate func newer(than known: MeetupListing) -> MeetupListing {
        guard meetup.updatedAt >= known.meetup.updatedAt else { return known }
        var listing = self
        listing.link = link ?? known.link
        return listing
    }
}

extension Meetup {
    /// The time at which the meetup is removed from the user's calendar.
    fileprivate var leavesCalendar: Date {
        status != .cancelled && attendance.isAttending
            ? plan.span.end.addingTimeInterval(.days(MeetupLimits.daysKept)) : plan.span.end
    }
}

extension LogEvent {
    static func changed(_ listing: MeetupListing) -> LogEvent {
        LogEvent(.meetupChanged, subject: listing.host.id, data: listing)
    }
}
