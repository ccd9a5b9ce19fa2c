import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// A meetup and one person's part in it, to find the people that the person has met there.
///
/// Only this type decides who has met. Two people have met if both are checked in, or if both state it and were
/// expected.
struct PastMeeting {
    /// The maximum number of people per meetup that are read. The latest check-ins are read first.
    static let maxGuests = 200

    let meetup: MeetupRecord
    let own: GuestRecord
    let now: Date

    /// Creates a meeting; `nil` if the person has no part in the meetup.
    ///
    /// The meeting exists even if the host and the person cannot see each other. So a host cannot prevent attendees
    /// from rating each other.
    init?(_ meetup: MeetupRecord?, _ own: GuestRecord?, at now: Date) {
        guard let meetup, let own, own.isExpected(at: meetup, now: now) else { return nil }
        (self.meetup, self.own, self.now) = (meetup, own, now)
    }

    /// Finds the meetup of a request.
    ///
    /// - Throws: `HTTPProblem` if the caller has no part in the meetup. A caller who may see the meetup gets
    ///   `notAttending`. Other callers get the same problem as for a meetup that does not exist.
    init(_ id: MeetupID, _ view: MeetupView, in reader: any StoreReader) throws {
        let caller = view.viewer
        try caller.requireProfile()
        let meetup = try MeetupRecord.of(id, in: reader)
        let own = try GuestRecord.of(caller.id, at: id, in: reader)
        guard let found = PastMeeting(meetup, own, at: view.now) else {
            _ = try MeetupAccess(id, by: caller, view, in: reader)
            throw HTTPProblem.notAttending
        }
        self = found
    }

    /// Whether the person has met another there.
    func hasMet(_ other: UserID, in reader: any StoreReader) throws -> Bool {
        guard let guest = try GuestRecord.of(other, at: meetup.id, in: reader) else { return false }
        if areBothThere(guest) { return true }
        guard guest.isExpected(at: meetup, now: now) else { return false }
        let keys = [
            MeetingConfirmationRecord.key(meetup.id, own.userID, other),
            MeetingConfirmationRecord.key(meetup.id, other, own.userID),
        ]
        return try reader.get(MeetingConfirmationRecord.self, all: keys).count == keys.count
    }

    /// Returns the people that the person has met at each of several meetings by attending with them. Makes one store
    /// call.
    static func metPeople(at meetings: [PastMeeting], in reader: any StoreReader) throws -> [[UserID]] {
        let queries = meetings.map {
            IndexQuery(GuestRecord.attending, group: $0.meetup.id.rawValue, order: .descending, limit: maxGuests)
        }
        let guests = queries.isEmpty ? [] : try reader.list(GuestRecord.self, all: queries)
        return zip(meetings, guests).map { $0.metPeople(among: $1) }
    }

    private func metPeople(among guests: [GuestRecord]) -> [UserID] {
        guard isHost || isThere(own) else { return [] }
        let guests = guests.filter { areBothThere($0) }.map(\.userID)
        return isHost || guests.contains(meetup.hostID) ? guests : [meetup.hostID] + guests
    }

    /// Whether both were present. The host counts as present as soon as any guest has checked in.
    private func areBothThere(_ guest: GuestRecord) -> Bool {
        guard guest.userID != own.userID else { return false }
        return (isHost || isThere(own)) && (guest.userID == meetup.hostID || isThere(guest))
    }

    private var isHost: Bool { own.userID == meetup.hostID }

    private func isThere(_ guest: GuestRecord) -> Bool { guest.state(at: meetup, now: now) == .checkedIn }
}

extension PastMeeting {
    /// Returns a person's attendances of the latest meetups that may still be rated, at most 40.
    static func attendances(of person: UserID, in reader: any StoreReader, now: Date) throws -> [GuestRecord] {
        let oldest = now.addingTimeInterval(-RatingWindow.open)
        let began = SortRank.ranks(from: oldest.beforeLongestMeetup, to: now)
        return try GuestRecord.attended(by: person, began, .descending, limit: 40, in: reader)
    }

    /// Returns the people who may have a person in the list of due ratings. The result contains the people that the
    /// person has met at meetups that can be rated. It also contains all people that the person has stated to have met.
    static func metPeople(of person: UserID, in reader: any StoreReader, now: Date) throws -> [UserID] {
        let attendances = try attendances(of: person, in: reader, now: now)
        let meetups = try reader.get(MeetupRecord.self, all: attendances.map(\.meetupID.rawValue))
        let confirmed = try MeetingConfirmationRecord.confirmations(by: person, in: reader, now: now).map(\.otherID)
        let meetings = attendances.compactMap { PastMeeting(meetups[$0.meetupID.rawValue], $0, at: now) }
            .filter { $0.meetup.ratingWindow.contains(now) }
        return try confirmed + metPeople(at: meetings, in: reader).flatMap(\.self)
    }
}

extension GuestRecord {
    /// Whether the person is, or was, expected at the meetup: they attend, or are a no-show.
    func isExpected(at meetup: MeetupRecord, now: Date) -> Bool {
        let state = state(at: meetup, now: now)
        return state.isAttending || state == .noShow
    }
}

extension PastMeetup {
    init(_ record: MeetupRecord) {
        self.init(id: record.id, title: record.plan.title, endedAt: record.plan.span.end)
    }
}
