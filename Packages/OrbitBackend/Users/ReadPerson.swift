import Networking
import OrbitModels
import Profiles

/// `GET /users/{user_id}`: somebody on campus with what they show to the caller. Whoever may not be seen does not exist.
///
/// One's own id is answered like everybody else's: with what strangers see.
struct ReadPerson: Sendable {
    let context: Context

    var operation: Operation { context.signedInReading(ProfileRoutes.person, perform: perform) }

    private func perform(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        // The same whoever is asked for, so that it tells nothing of them.
        guard caller.account.isComplete else { throw Refusal.profileIncomplete }
        let (id, day) = (UserID(call.parameters["user_id"] ?? ""), context.campusDay(at: call.now))
        guard let person = try id == caller.userID ? oneself(caller, on: day) : other(id, caller, on: day, in: reader)
        else { throw Refusal.nobody }
        return try .success(PersonData(person: person), cache: .revalidated)
    }

    private func oneself(_ caller: Caller, on day: CalendarDay) -> Person? {
        caller.account.profile.map { Person(id: caller.userID, profile: $0.seen(by: .stranger, on: day)) }
    }

    private func other(
        _ id: UserID, _ caller: Caller, on day: CalendarDay, in reader: any StoreReader
    ) throws -> Person? {
        let visibility = try Visibility(of: caller.account, in: reader)
        return try visibility.account(id, in: reader).flatMap { visibility.person($0, on: day) }
    }
}
