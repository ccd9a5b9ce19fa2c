import Auth
import BackendRuntime
import Networking
import OrbitModels
import OrbitStore

/// `POST /auth/logout`: ends the session that a refresh token belongs to, current or replaced.
/// A session that has ended already is no error.
struct Logout: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.open(AuthRoutes.logout, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: RefreshRequest
    ) throws -> OperationResult {
        if let id = RefreshTokens.session(of: body.refreshToken.reveal),
            let session = try transaction.get(SessionRecord.self, id)
        {
            try transaction.delete(SessionRecord.self, session.key)
            transaction.wakeFollowers(of: session.userID)
        }
        return .success(MessageData(message: "You are signed out."))
    }
}
