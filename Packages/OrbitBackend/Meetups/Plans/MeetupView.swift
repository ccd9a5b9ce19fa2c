import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Profiles

/// What one person may know of meetups: the one place that decides which they find, and what they see of them.
///
/// What people see who do not attend depends on the exact place through its square alone.
struct MeetupView {
    let viewer: AccountRecord
    let now: Date
    /// On the viewer's campus.
    let day: CalendarDay
    private let grid: CampusGrid?

    init(of viewer: AccountRecord, _ context: BackendContext, at now: Date) {
        self.viewer = viewer
        self.now = now
        day = context.day(on: viewer.campus, at: now)
        grid = context.grid(of: viewer.campus)
    }

    /// What the viewer is to the meetup.
    func standing(at meetup: MeetupRecord, _ guest: GuestRecord?) -> AttendanceState {
        meetup.hostID == viewer.id ? .host : guest?.state(at: meetup, now: now) ?? .absent
    }

    /// Whether the viewer may know of the meetup, if they may see its host.
    func finds(
        _ meetup: MeetupRecord, _ guest: GuestRecord?, isMatch: @autoclosure () throws -> Bool, link: String? = nil
    ) rethrows -> Bool {
        let standing = standing(at: meetup, guest)
        if standing.isConcerned || standing == .noShow { return true }
        if meetup.isWithoutHost { return false }
        switch meetup.plan.visibility {
        case .campus: return true
        case .matches: return try isMatch()
        case .link: return link.map { ConstantTime.areEqual($0, meetup.link) } ?? false
        default: return false
        }
    }

    /// The meetup as the viewer may know it, but for its counts, which are of all guests; see ``VisibleCounts``.
    func meetup(_ record: MeetupRecord, _ guest: GuestRecord?) -> Meetup {
        let standing = standing(at: record, guest)
        let changes = standing.isAttending ? record.forAttendees : record.forOthers
        var plan = record.plan
        if !standing.isAttending { plan.place = grid.map { plan.place.snapped(to: $0) } ?? Place(isExact: false) }
        return Meetup(
            id: record.id, hostID: record.hostID, plan: plan, status: record.status(at: now),
            cancelReason: record.cancelReason, standing: standing,
            offerExpiresAt: standing == .offered ? guest?.change(at: record)?.date : nil,
            goingCount: record.taken(at: now), waitingCount: record.waiting(at: now), series: record.series?.place,
            revision: changes.revision, createdAt: record.createdAt,
            // It never goes back for a person who has left, and so does not see the last of it any more.
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
    /// and the viewer's parts together, in three calls of the store.
    ///
    /// - Parameter matches: the viewer's.
    func findable(
        _ records: some Collection<MeetupRecord>, matches: Set<UserID>, in reader: any StoreReader
    ) throws -> [MeetupListing] {
        let people = try VisiblePeople(records.map(\.hostID), for: viewer, matches: matches, in: reader)
        let guests = try reader.get(GuestRecord.self, all: records.map { GuestRecord.key($0.id, viewer.id) })
        return records.compactMap { record in
            let guest = guests[GuestRecord.key(record.id, viewer.id)]
            guard finds(record, guest, isMatch: matches.contains(record.hostID)) else { return nil }
            return listing(record, guest, among: people)
        }
    }

    /// The listing with its host from among people that were looked up; `nil` if the viewer may not see the host.
    func listing(_ record: MeetupRecord, _ guest: GuestRecord?, among people: VisiblePeople) -> MeetupListing? {
        if record.isWithoutHost { return listing(record, guest, host: nil, FormerHost.person) }
        let isOwn = record.hostID == viewer.id
        guard let host = isOwn ? viewer : people.accounts[record.hostID],
            let person = isOwn ? oneself : people.person(record.hostID, on: day)
        else { return nil }
        return listing(record, guest, host: host, person)
    }

    /// The listing with its host looked up; `nil` if the viewer may not see the host.
    func listing(_ record: MeetupRecord, _ guest: GuestRecord?, in reader: any StoreReader) throws -> MeetupListing? {
        guard var listing = try counted(record, guest, in: reader) else { return nil }
        listing.meetup = try visible(listing.meetup, of: record, in: reader)
        return listing
    }

    /// The meetup with the counts that the viewer may know.
    ///
    /// - Parameters:
    ///   - meetup: the record as ``meetup(_:_:)`` shows it, with all guests in its counts.
    ///   - counts: the viewer's, if other elements use them, too. They are read only if needed.
    func visible(
        _ meetup: Meetup, of record: MeetupRecord, in reader: any StoreReader,
        counts: @autoclosure () throws -> VisibleCounts? = nil
    ) throws -> Meetup {
        // Until check-in begins, a block between host and guest ends the guest's part, but for a guest who had checked
        // in before the host moved the meetup to a later time.
        let isHost = record.hostID == viewer.id
        let mayHide = !isHost || record.arrived > 0 || now >= record.times.checkIn.lowerBound
        guard mayHide, meetup.goingCount > 1 || meetup.waitingCount > 0 else { return meetup }
        let known = try counts() ?? VisibleCounts(for: viewer.id, at: now, in: reader)
        return try known.of([meetup]).first ?? meetup
    }

    /// The same, with all guests in its counts.
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

    /// A person as the viewer sees them; the viewer as strangers do.
    func person(_ id: UserID, in reader: any StoreReader) throws -> Person? {
        id == viewer.id ? oneself : try Visibility(of: viewer, in: reader).person(id, on: day)
    }

    /// The viewer as strangers see them.
    var oneself: Person? {
        viewer.profile.map { Person(id: viewer.id, profile: $0.seen(by: .stranger, on: day)) }
    }

    /// The version that `If-Match` names: of the plan, and of what the viewer is to it.
    func entityTag(_ record: MeetupRecord, _ guest: GuestRecord?) -> EntityTag {
        let standing = standing(at: record, guest)
        let edits = (standing.isAttending ? record.forAttendees : record.forOthers).edits
        return EntityTag(rawValue: "\"\(record.id)-\(edits)-\(standing.rawValue)\"")
    }
}

extension BackendContext {
    /// The squares in which people who do not attend see places; `nil` if the campus has no known middle.
    func grid(of campus: String) -> CampusGrid? {
        centre(of: campus).map { CampusGrid(centre: $0, side: MeetupLimits.gridSide) }
    }
}
