import BackendRuntime
import ICalendar
import Meetups
import Networking
import OrbitStore

/// `GET /meetups/{meetup_id}/calendar.ics`: a meetup as the caller may know it. One that was cancelled says so with its
/// STATUS; METHOD CANCEL would need an organizer (RFC 5546, 3.2.5), and no address of a person is written.
struct ReadMeetupFile: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupCalendarRoutes.file, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try FoundMeetup(call, by: caller.account, context, link: call.query["link"], in: reader)
        let event = CalendarEvent(found.view.meetup(found.meetup, found.guest))
        return .calendar(CalendarFile(method: .publish, events: [event]), for: call)
    }
}
