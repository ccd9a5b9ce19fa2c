import Foundation
import Meetups
import Networking
import OrbitModels

/// `POST /meetups/{meetup_id}/reconfirm` and `check-in`: attendees say again that they come, and that they are there.
struct ConfirmAttendance: Operations {
    let context: Context

    var handlers: [RouteHandler] {
        [
            handler(MeetupGuestRoutes.reconfirm, .reconfirm) { $0.reconfirm },
            handler(MeetupGuestRoutes.checkIn, .checkIn) { $0.checkIn },
        ]
    }

    private func handler(
        _ route: Route, _ action: AttendanceAction, _ window: @escaping @Sendable (MeetupTimes) -> Range<Date>
    ) -> RouteHandler {
        context.signedInOnce(route, .none) { transaction, call, caller, _ in
            let found = try FoundMeetup(call, by: caller.account, context, in: transaction)
            guard !found.meetup.isCancelled else { throw HTTPProblem.meetupOver }
            var book = GuestBook(of: found.meetup, context, in: transaction)
            try book.settle()
            let before = try book.guest(caller.userID)
            let guest = try book.perform(action, before)
            let times = window(found.meetup.times)
            guard guest.state == before.state || times.contains(call.now) else {
                throw HTTPProblem.notInTime(
                    "This is not the time for it.", from: times.lowerBound, until: times.upperBound)
            }
            try book.finish()
            return try found.result(of: book, guest, in: transaction)
        }
    }
}
