import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Profiles

/// A meetup that the caller may know of, and what they are to it.
struct FoundMeetup {
    let meetup: MeetupRecord
    let guest: GuestRecord?
    let view: MeetupView

    /// The meetup of the request's path. Whatever the reason why the caller does not find it, the problem is the same.
    ///
    /// - Parameter link: the secret part of its address, which opens a meetup that is found only by it.
    init(
        _ call: RequestContext, by caller: AccountRecord, _ context: BackendContext, link: String? = nil,
        in reader: any StoreReader
    ) throws {
        try self.init(
            call.parameter("meetup_id", as: MeetupID.self), by: caller, MeetupView(of: caller, context, at: call.now),
            link: link, in: reader)
    }

    init(
        _ id: MeetupID, by caller: AccountRecord, _ view: MeetupView, link: String? = nil, in reader: any StoreReader
    ) throws {
        try caller.requireProfile()
        guard let meetup = try MeetupRecord.of(id, in: reader), meetup.campus == caller.campus else {
            throw HTTPProblem.notFound
        }
        let guest = try GuestRecord.of(caller.id, at: id, in: reader)
        if meetup.isWithoutHost {
            guard view.finds(meetup, guest, isMatch: false) else { throw HTTPProblem.notFound }
        } else if meetup.hostID != caller.id {
            let visibility = Visibility(of: caller, in: reader)
            guard let host = try visibility.account(meetup.hostID),
                try view.finds(meetup, guest, isMatch: try visibility.viewer(of: host) == .match, link: link)
            else { throw HTTPProblem.notFound }
        }
        (self.meetup, self.guest, self.view) = (meetup, guest, view)
    }

    var standing: AttendanceState { view.standing(at: meetup, guest) }

    /// For the host alone; others who find the meetup are refused.
    func forHost() throws -> FoundMeetup {
        guard standing == .host else { throw HTTPProblem.hostOnly }
        return self
    }

    /// For those who attend, and the host.
    func forAttendees() throws -> FoundMeetup {
        guard standing.isAttending else { throw HTTPProblem.notAttending }
        return self
    }
}
