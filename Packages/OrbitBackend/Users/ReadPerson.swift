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
        let (id, day) = (UserID(call.parameters["user_id"] ?? ""), context.day(on: caller.account.campus, at: call.now))
        guard
            let person = id == caller.userID
                ? oneself(caller, on: day) : try Visibility(of: caller.account, in: reader).person(id, on: day)
        else { throw Refusal.nobody }
        return try .success(PersonData(person: person), cache: .revalidated)
    }

    private func oneself(_ caller: Caller, on day: CalendarDay) -> Person? {
        caller.account.profile.map { Person(id: caller.userID, profile: $0.seen(by: .stranger, on: day)) }
    }
}
