import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Profiles

/// A meetup that the caller may know of, and the caller's role in it.
struct MeetupAccess {
    let meetup: MeetupRecord
    let guest: GuestRecord?
    let view: MeetupView

    /// Reads the meetup in the path of a request.
    ///
    /// - Parameter link: The secret part of the meetup's address, which opens a meetup with the visibility `link`.
    /// - Throws: ``HTTPProblem``. The problem is the same for every reason why the caller does not find the meetup.
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

    var attendance: AttendanceState { view.attendance(at: meetup, guest) }

    /// Returns the meetup if the caller hosts it.
    ///
    /// - Throws: ``HTTPProblem/hostOnly`` for other callers.
    func forHost() throws -> MeetupAccess {
        guard attendance == .host else { throw HTTPProblem.hostOnly }
        return self
    }

    /// Returns the meetup if the caller attends or hosts it.
    ///
    /// - Throws: ``HTTPProblem/notAttending`` for other callers.
    func forAttendees() throws -> MeetupAccess {
        guard attendance.isAttending else { throw HTTPProblem.notAttending }
        return self
    }
}
