import BackendRuntime
import Foundation
import ICalendar
import Meetups
import OrbitModels
import OrbitStore

/// What the calendar of a person holds: the meetups that they host or attend, as they may know them; those that are
/// over for a while, those that were cancelled until their end.
struct CalendarContent {
    /// More than a person can host and attend at a time.
    static let mostToCome = MeetupLimits.hosted + JoinMeetup.mostParts
    static let mostBegun = 50
    /// Bytes, at most about that of the file. What starts last is left out beyond it.
    static let mostBytes = 1_048_576
    /// Zones that are described. The times in others are said as UTC, as each description takes time.
    static let mostZones = 8

    private let view: MeetupView

    init(of owner: AccountRecord, _ context: BackendContext, at now: Date) {
        view = MeetupView(of: owner, context, at: now)
    }

    /// In the order of what matters: those to come, the next first, then those that have begun, the latest first. Takes
    /// five calls of the store.
    func meetups(in reader: any StoreReader) throws -> [Meetup] {
        let now = view.now
        let oldest = now.beforeKeptMeetups
        let begun = PlaceInOrder.ranks(from: oldest.beforeLongestMeetup, to: now)
        let parts =
            try GuestRecord.attended(
                by: view.viewer.id, PlaceInOrder.ranks(from: now), .ascending, limit: Self.mostToCome, in: reader)
            + GuestRecord.attended(by: view.viewer.id, begun, .descending, limit: Self.mostBegun, in: reader)
        let records = try reader.get(MeetupRecord.self, all: parts.map(\.meetupID.rawValue))
        let hosts = try VisiblePeople(parts.map(\.hostID), for: view.viewer, matches: [], in: reader).accounts
        return parts.compactMap { part in
            guard let record = records[part.meetupID.rawValue],
                part.hostID == view.viewer.id || record.isWithoutHost || hosts[part.hostID] != nil,
                record.plan.span.end > (record.isCancelled ? now : oldest)
            else { return nil }
            let meetup = view.meetup(record, part)
            return meetup.standing.isAttending ? meetup : nil
        }
    }

    static func file(of meetups: [Meetup]) -> CalendarFile {
        var (events, bytes, zones): ([CalendarEvent], Int, Set<String>) = ([], 0, [])
        for meetup in meetups {
            var event = CalendarEvent(meetup)
            bytes += event.mostBytes
            guard bytes <= mostBytes else { break }
            if zones.count < mostZones || zones.contains(meetup.plan.timeZone.identifier) {
                zones.insert(meetup.plan.timeZone.identifier)
            } else {
                (event.start, event.end) = (.instant(meetup.plan.span.start), .time(.instant(meetup.plan.span.end)))
            }
            events.append(event)
        }
        var feed = CalendarFile.feed(name: "Orbit", events: events)
        feed.refreshInterval = CalendarLength(seconds: 3_600)
        return feed
    }
}

extension CalendarEvent {
    /// About the most that it takes in a file: its texts with every character escaped and their lines folded, and the
    /// rest.
    fileprivate var mostBytes: Int {
        let texts = [summary, details, location, url?.absoluteString].compactMap { $0?.utf8.count }
        return 1_000 + texts.reduce(0, +) * 21 / 10
    }
}
