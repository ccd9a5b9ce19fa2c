import BackendRuntime
import Networking
import OrbitModels
import OrbitStore
import Profiles

/// `GET /users/me`: the caller's own profile, with its version.
struct ReadMe: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(ProfileRoutes.me, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let account = caller.account
        if EntityTags(call.headers.values(of: .ifNoneMatch)).matchWeakly(account.entityTag) {
            return .notModified(account.entityTag, cache: .revalidated)
        }
        return .success(account.ownView, cache: .revalidated, entityTag: account.entityTag)
    }
}

extension AccountRecord {
    var entityTag: EntityTag { EntityTag(rawValue: "\"\(id)-\(version)\"") }

    /// The whole account, for the owner alone.
    var ownView: ProfileData {
        ProfileData(
            userID: id, email: email, profile: profile, profileComplete: isComplete,
            effectiveDates: profile.map { effectiveValues.effectiveDates(in: $0) })
    }
}

/// `GET /users/{user_id}`: a person on campus, with the values that they show to the caller. For a person that the
/// caller may not see, the response is the same as for a person who does not exist.
///
/// The caller's own id returns the profile that strangers see.
struct ReadPerson: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(ProfileRoutes.person, as: .person, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let id = call.parameter("user_id", as: UserID.self)
        let day = context.day(on: caller.account.campus, at: call.now)
        guard
            let person = id == caller.userID
                ? oneself(caller, on: day) : try Visibility(of: caller.account, in: reader).person(id, on: day)
        else { throw HTTPProblem.noSuchPerson }
        return .success(Keyed(person), cache: .revalidated)
    }

    private func oneself(_ caller: Caller, on day: CalendarDay) -> Person? {
        caller.account.profile.map { Person(id: caller.userID, profile: $0.seen(by: .stranger, on: day)) }
    }
}
