import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/{meetup_id}/attendees`: the attendees, ordered by the time of their last change of state. The host
/// also sees guests who wait, have an offer or did not come. People hidden from the caller are left out.
struct ListAttendees: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupGuestRoutes.attendees, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try MeetupAccess(call, by: caller.account, context, in: reader).forAttendees()
        let (meetup, view, isHost) = (found.meetup, found.view, found.attendance == .host)
        let index = isHost ? GuestRecord.seenByHost : GuestRecord.attending
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        // Cursors of the host's list are not valid for the guests' list.
        let list = "\(index) \(meetup.id) \(caller.userID)"
        let page = try PageReader(call, list: list, order: .ascending).page(
            of: GuestRecord.self, from: [IndexQuery(index, group: meetup.id.rawValue)], in: reader
        ) { (guests: [GuestRecord]) -> [AttendeeListing?] in
            let people = try VisiblePeople(guests.map(\.userID), for: caller.account, matches: matches, in: reader)
            return guests.map { guest in
                let attendance = guest.attendance(at: meetup, now: call.now)
                guard attendance.state.isListed(forHost: isHost),
                    let person = guest.userID == caller.userID
                        ? view.oneself : people.person(guest.userID, on: view.day)
                else { return nil }
                return AttendeeListing(attendance: attendance, person: person)
            }
        }
        return .success(page, cache: .revalidated)
    }
}

/// `POST /meetups/{meetup_id}/reconfirm` and `check-in`: attendees confirm that they will come, or that they have
/// arrived.
struct ConfirmAttendance: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [handler(MeetupGuestRoutes.reconfirm, .reconfirm), handler(MeetupGuestRoutes.checkIn, .checkIn)]
    }

    private func handler(_ route: Route, _ action: AttendanceAction) -> RouteHandler {
        context.signedInOnce(route, .none) { transaction, call, caller, _ in
            let found = try MeetupAccess(call, by: caller.account, context, in: transaction)
            var ledger = AttendanceLedger(of: found.meetup, context, in: transaction)
            try ledger.applyDueChanges()
            let guest = try ledger.perform(action, asGuest: try ledger.guest(caller.userID), found.view)
            try ledger.commit()
            return try found.result(of: ledger, guest, in: transaction)
        }
    }
}

/// `POST /meetups/{meetup_id}/attendees/{user_id}/remove`: the host removes a guest.
struct RemoveAttendee: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInOnce(MeetupGuestRoutes.remove, .none, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: transaction).forHost()
        guard !found.meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        let person = call.parameter("user_id", as: UserID.self)
        // People hidden from the host get the same problem as people without a record at the meetup.
        guard try GuestRecord.of(person, at: found.meetup.id, in: transaction) != nil,
            try found.view.person(person, in: transaction) != nil
        else { throw HTTPProblem.notFound }
        var ledger = AttendanceLedger(of: found.meetup, context, in: transaction)
        try ledger.applyDueChanges()
        let guest = try ledger.perform(.remove, try ledger.guest(person))
        try ledger.promoteFromWaitlist()
        try ledger.commit()
        return .success(Keyed(guest.attendance(at: ledger.meetup, now: call.now)), about: [person])
    }
}
