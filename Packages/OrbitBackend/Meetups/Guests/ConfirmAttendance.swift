import BackendRuntime
import Meetups
import Networking
import OrbitModels

/// `POST /meetups/{meetup_id}/reconfirm` and `check-in`: attendees say again that they come, and that they are there.
struct ConfirmAttendance: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [handler(MeetupGuestRoutes.reconfirm, .reconfirm), handler(MeetupGuestRoutes.checkIn, .checkIn)]
    }

    private func handler(_ route: Route, _ action: AttendanceAction) -> RouteHandler {
        context.signedInOnce(route, .none) { transaction, call, caller, _ in
            let found = try FoundMeetup(call, by: caller.account, context, in: transaction)
            var book = GuestBook(of: found.meetup, context, in: transaction)
            try book.settle()
            let guest = try book.perform(action, asGuest: try book.guest(caller.userID), found.view)
            try book.finish()
            return try found.result(of: book, guest, in: transaction)
        }
    }
}
