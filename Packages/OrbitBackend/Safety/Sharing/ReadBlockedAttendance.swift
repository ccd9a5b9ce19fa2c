import BackendRuntime
import Networking
import OrbitModels
import Safety

/// `GET /meetups/{meetup_id}/blocked`: whether a person the caller has blocked attends a meetup that the caller
/// attends; see ``BlockedGuests``.
struct ReadBlockedAttendance: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(SharingRoutes.blocked) { reader, call, caller in
                let meetup = try MeetupAccess(call, by: caller.account, context, in: reader).forAttendees().meetup
                let isAttended = try BlockedGuests.attend(meetup.id, blockedBy: caller.userID, in: reader)
                return .success(
                    Keyed(BlockedAttendance(meetupID: meetup.id, isAttended: isAttended)), cache: .revalidated)
            }
        ]
    }
}
