import BackendRuntime
import Foundation
import ICalendar
import Meetups
import OrbitModels
import OrbitStore

/// The meetups in a person's calendar: those that the person hosts or attends, as the person may know them.
///
/// A meetup stays listed for `MeetupLimits.daysKept` days after its end. A cancelled meetup stays listed until its end.
struct CalendarContent {
    /// The maximum number of listed meetups that have not begun. It is the sum of the limits for hosting and attending.
    static let maxUpcoming = MeetupLimits.maxHosted + JoinMeetup.maxAttendances
    static let maxBegun = 50
    /// The approximate maximum size of the file, in bytes. If the file would be larger, the last meetups of
    /// ``meetups(in:)`` are left out.
    static let maxBytes = 1_048_576
    /// The maximum number of time zones that the file describes. Each description takes time, so times in other zones
    /// are written in UTC.
    static let maxZones = 8

    private let view: MeetupView

    init(of owner: AccountRecord, _ context: BackendContext, at now: Date) {
        view = MeetupView(of: owner, context, at: now)
    }

    /// Returns the meetups in order of relevance: upcoming meetups, the next first, then meetups that have begun, the
    /// latest first. Takes five store calls.
    func meetups(in reader: any StoreReader) throws -> [Meetup] {
        let now = view.now
        let oldest = now.beforeKeptMeetups
        let begun = SortRank.ranks(from: oldest.beforeLongestMeetup, to: now)
        let parts =
            try GuestRecord.attended(
                by: view.viewer.id, SortRank.ranks(from: now), .ascending, limit: Self.maxUpcoming, in: reader)
            + GuestRecord.attended(by: view.viewer.id, begun, .descending, limit: Self.maxBegun, in: reader)
        let records = try reader.get(MeetupRecord.self, all: parts.map(\.meetupID.rawValue))
        let hosts = try VisiblePeople(parts.map(\.hostID), for: view.viewer, matches: [], in: reader).accounts
        return parts.compactMap { part in
            guard let record = records[part.meetupID.rawValue],
                part.hostID == view.viewer.id || record.isWithoutHost || hosts[part.hostID] != nil,
                record.plan.span.end > (record.isCancelled ? now : oldest)
            else { return nil }
            let meetup = view.meetup(record, part)
            return meetup.attendance.isAttending ? meetup : nil
        }
    }

    static func file(of meetups: [Meetup]) -> CalendarFile {
        var (events, bytes, zones): ([CalendarEvent], Int, Set<String>) = ([], 0, [])
        for meetup in meetups {
            var event = CalendarEvent(meetup)
            bytes += event.maxBytes
            guard bytes <= maxBytes else { break }
            if zones.count < maxZones || zones.contains(meetup.plan.timeZone.identifier) {
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
    /// The approximate maximum size of the event in a file, in bytes.
    ///
    /// It assumes that every character of the texts is escaped and that their lines are folded. 1,000 bytes cover the
    /// other properties.
    fileprivate var maxBytes: Int {
        let texts = [summary, details, location, url?.absoluteString].compactMap { $0?.utf8.count }
        return 1_000 + texts.reduce(0, +) * 21 / 10
    }
}
