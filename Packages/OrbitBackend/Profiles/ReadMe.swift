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

    /// All of it, for the owner alone.
    var ownView: ProfileData {
        ProfileData(
            userID: id, email: email, profile: profile, profileComplete: isComplete,
            counting: profile.map { counted.counting(in: $0) })
    }
}
