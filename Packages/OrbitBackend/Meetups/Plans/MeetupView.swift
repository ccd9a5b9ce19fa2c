import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Profiles

/// The meetups that one person finds, and the values that the person sees of them. No other type decides this.
///
/// For people who do not attend, no value and no search result depends on the exact place. Only the square that
/// contains the place has an effect on them.
struct MeetupView {
    let viewer: AccountRecord
    let now: Date
    /// The current day on the viewer's campus.
    let day: CalendarDay
    private let grid: CampusGrid?

    init(of viewer: AccountRecord, _ context: BackendContext, at now: Date) {
        self.viewer = viewer
        self.now = now
        day = context.day(on: viewer.campus, at: now)
        grid = context.grid(of: viewer.campus)
    }

    /// Returns the viewer's state at the meetup.
    func attendance(at meetup: MeetupRecord, _ guest: GuestRecord?) -> AttendanceState {
        meetup.hostID == viewer.id ? .host : guest?.state(at: meetup, now: now) ?? .unrelated
    }

    /// Whether the viewer may know of the meetup, provided that the viewer may see its host.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - guest: The viewer's attendance record, if there is one.
    ///   - isMatch: Whether the host is a match of the viewer. It is evaluated only if needed.
    ///   - link: The secret part of the address that the viewer has used.
    func finds(
        _ meetup: MeetupRecord, _ guest: GuestRecord?, isMatch: @autoclosure () throws -> Bool, link: String? = nil
    ) rethrows -> Bool {
        let attendance = attendance(at: meetup, guest)
        if attendance.isConcerned || attendance == .noShow { return true }
        if meetup.isWithoutHost { return false }
        switch meetup.plan.visibility {
        case .campus: return true
        case .matches: return try isMatch()
        case .link: return link.map { ConstantTime.areEqual($0, meetup.link) } ?? false
        default: return false
        }
    }

    /// Returns the meetup as the viewer may know it, but with counts of all guests; see ``VisibleCounts``.
    func meetup(_ record: MeetupRecord, _ guest: GuestRecord?) -> Meetup {
        let attendance = attendance(at: record, guest)
        let changes = attendance.isAttending ? record.forAttendees : record.forOthers
        var plan = record.plan
        if !attendance.isAttending { plan.place = grid.map { plan.place.snapped(to: $0) } ?? Place(isExact: false) }
        return Meetup(
            id: record.id, hostID: record.hostID, plan: plan, status: record.status(at: now),
            cancelReason: record.cancelReason, attendance: attendance,
            offerExpiresAt: attendance == .offered ? guest?.change(at: record)?.date : nil,
            goingCount: record.taken(at: now), waitingCount: record.waiting(at: now), series: record.series?.place,
            revision: changes.revision, createdAt: record.createdAt,
            // A person who leaves no longer sees the changes for attendees. The date must not decrease then.
            updatedAt: max(changes.updatedAt, guest?.since ?? changes.updatedAt))
    }

    func listing(_ record: MeetupRecord, _ guest: GuestRecord?, host: AccountRecord?, _ person: Person) -> MeetupListing
    {
        let isLinkShown = record.hostID == viewer.id && record.plan.visibility == .link
        return MeetupListing(
            meetup: meetup(record, guest), host: person, hostIsCertified: host?.isCertified ?? false,
            link: isLinkShown ? record.link : nil)
    }

    /// Returns the meetups that the viewer finds, in their order, with all guests in their counts. Looks up the hosts
    /// and the viewer's attendance together, in three store calls.
    ///
    /// - Parameters:
    ///   - records: The meetups.
    ///   - matches: The viewer's matches.
    ///   - blocked: All people with a block with the viewer; `nil` to look them up.
    func findable(
        _ records: some Collection<MeetupRecord>, matches: Set<UserID>, blocked: Set<UserID>? = nil,
        in reader: any StoreReader
    ) throws -> [MeetupListing] {
        let people = try VisiblePeople(
            records.map(\.hostID), for: viewer, matches: matches, blocked: blocked, in: reader)
        let guests = try reader.get(GuestRecord.self, all: records.map { GuestRecord.key($0.id, viewer.id) })
        return records.compactMap { record in
            let guest = guests[GuestRecord.key(record.id, viewer.id)]
            guard finds(record, guest, isMatch: matches.contains(record.hostID)) else { return nil }
            return listing(record, guest, among: people)
        }
    }

    /// Returns the listing with a host who was looked up before; `nil` if the host is hidden from the viewer.
    func listing(_ record: MeetupRecord, _ guest: GuestRecord?, among people: VisiblePeople) -> MeetupListing? {
        if record.isWithoutHost { return listing(record, guest, host: nil, FormerHost.person) }
        let isOwn = record.hostID == viewer.id
        guard let host = isOwn ? viewer : people.accounts[record.hostID],
            let person = isOwn ? oneself : people.person(record.hostID, on: day)
        else { return nil }
        return listing(record, guest, host: host, person)
    }

    /// Returns the listing after a lookup of the host; `nil` if the host is hidden from the viewer.
    func listing(_ record: MeetupRecord, _ guest: GuestRecord?, in reader: any StoreReader) throws -> MeetupListing? {
        guard var listing = try counted(record, guest, in: reader) else { return nil }
        listing.meetup = try visible(listing.meetup, of: record, in: reader)
        return listing
    }

    /// Returns the meetup with the counts that the viewer may know.
    ///
    /// - Parameters:
    ///   - meetup: The result of ``meetup(_:_:)`` for the record, with all guests in its counts.
    ///   - record: The record of the meetup.
    ///   - counts: The viewer's counts, if other elements use them, too. They are read only if needed.
    func visible(
        _ meetup: Meetup, of record: MeetupRecord, in reader: any StoreReader,
        counts: @autoclosure () throws -> VisibleCounts? = nil
    ) throws -> Meetup {
        // Until check-in begins, a block between host and guest removes the guest. The exception is a guest who had
        // checked in before the host moved the meetup to a later time.
        let isHost = record.hostID == viewer.id
        let mayHide = !isHost || record.arrived > 0 || now >= record.times.checkIn.lowerBound
        guard mayHide, meetup.goingCount > 1 || meetup.waitingCount > 0 else { return meetup }
        let known = try counts() ?? VisibleCounts(for: viewer.id, at: now, in: reader)
        return try known.of([meetup]).first ?? meetup
    }

    /// Returns the listing with all guests in its counts.
    private func counted(
        _ record: MeetupRecord, _ guest: GuestRecord?, in reader: any StoreReader
    ) throws -> MeetupListing? {
        if record.isWithoutHost { return listing(record, guest, host: nil, FormerHost.person) }
        guard record.hostID != viewer.id else { return oneself.map { listing(record, guest, host: viewer, $0) } }
        let visibility = Visibility(of: viewer, in: reader)
        guard let host = try visibility.account(record.hostID),
            let person = try visibility.person(of: host, on: day)
        else { return nil }
        return listing(record, guest, host: host, person)
    }

    /// Returns a person as the viewer sees them; for the viewer, ``oneself``.
    func person(_ id: UserID, in reader: any StoreReader) throws -> Person? {
        id == viewer.id ? oneself : try Visibility(of: viewer, in: reader).person(id, on: day)
    }

    /// The viewer as strangers see them.
    var oneself: Person? {
        viewer.profile.map { Person(id: viewer.id, profile: $0.seen(by: .stranger, on: day)) }
    }

    /// Returns the version for `If-Match`: of the plan, and of the viewer's state at the meetup.
    func entityTag(_ record: MeetupRecord, _ guest: GuestRecord?) -> EntityTag {
        let attendance = attendance(at: record, guest)
        let edits = (attendance.isAttending ? record.forAttendees : record.forOthers).edits
        return EntityTag(rawValue: "\"\(record.id)-\(edits)-\(attendance.rawValue)\"")
    }
}

extension BackendContext {
    /// Returns the grid in which people who do not attend see places; `nil` if the centre of the campus is unknown.
    func grid(of campus: String) -> CampusGrid? {
        centre(of: campus).map { CampusGrid(centre: $0, side: MeetupLimits.gridSide) }
    }
}
