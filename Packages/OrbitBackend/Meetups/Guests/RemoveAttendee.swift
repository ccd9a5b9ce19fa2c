import BackendRuntime
import Meetups
import Networking
import OrbitModels

/// `POST /meetups/{meetup_id}/attendees/{user_id}/remove`: the host takes a guest off the list.
struct RemoveAttendee: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInOnce(MeetupGuestRoutes.remove, .none, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let found = try FoundMeetup(call, by: caller.account, context, in: transaction).forHost()
        guard !found.meetup.isOver(at: call.now) else { throw HTTPProblem.meetupOver }
        let person = call.parameter("user_id", as: UserID.self)
        // People that the host may not see look like people who never had a part in the meetup.
        guard try GuestRecord.of(person, at: found.meetup.id, in: transaction) != nil,
            try found.view.person(person, in: transaction) != nil
        else { throw HTTPProblem.notFound }
        var book = GuestBook(of: found.meetup, context, in: transaction)
        try book.settle()
        let guest = try book.perform(.remove, try book.guest(person))
        try book.fill()
        try book.finish()
        return .success(Named(guest.attendance(at: book.meetup, now: call.now)), about: [person])
    }
}
