import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/{meetup_id}/attendees`: who attends, by the time since when. The host also sees who waits, has an
/// offer or did not come. People that the caller may not see are left out.
struct ListAttendees: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupGuestRoutes.attendees, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try FoundMeetup(call, by: caller.account, context, in: reader).forAttendees()
        let (meetup, view, isHost) = (found.meetup, found.view, found.standing == .host)
        let index = isHost ? GuestRecord.seenByHost : GuestRecord.attending
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        // The host's list is another than the guests'.
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
