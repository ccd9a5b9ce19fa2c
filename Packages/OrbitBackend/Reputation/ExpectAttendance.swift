import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// `GET /meetups/{meetup_id}/expected-attendance`: the number of guests who are likely to come, as a hint for the host.
///
/// The hint is empty for few guests, and reveals nothing about a single guest. The estimate uses only the values of
/// guests that other people may see.
struct ExpectAttendance: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(StandingRoutes.expected, perform: perform)] }

    /// Makes two store calls, in addition to the calls that find the meetup.
    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try MeetupAccess(call, by: caller.account, context, in: reader).forHost()
        guard !found.meetup.isClosed(at: call.now) else { throw HTTPProblem.meetupOver }
        let query = IndexQuery(
            GuestRecord.attending, group: found.meetup.id.rawValue, limit: ExpectedAttendance.maxGuests)
        let guests = try reader.list(GuestRecord.self, query).filter { $0.userID != caller.userID }
        let campus = AttendanceStatisticsRecord.key(ofCampus: found.meetup.campus)
        let records = try reader.get(AttendanceStatisticsRecord.self, all: [campus] + guests.map(\.userID.rawValue))
        let expected = ExpectedAttendance(
            guests: guests.map { GuestReliability(records[$0.userID.rawValue]?.shown) },
            campus: GuestReliability(records[campus]?.counts))
        return .success(AttendanceHint(expected: expected), cache: .revalidated)
    }
}

extension GuestReliability {
    /// Creates the reliability of a guest. For the host, a late cancellation counts as an absence.
    fileprivate init(_ counts: AttendanceCounts?) {
        self.init(kept: counts?.kept ?? 0, noShow: counts?.broken ?? 0)
    }
}
