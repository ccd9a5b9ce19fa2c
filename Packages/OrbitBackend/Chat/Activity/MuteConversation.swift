import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore

/// `PUT /conversations/{conversation_id}/mute`: the caller mutes or unmutes a conversation, also after its end. Only
/// the caller's devices are notified.
struct MuteConversation: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(
                ConversationRoutes.mute, as: .person, BodyReader<MuteConversationRequest>.json, perform: mute)
        ]
    }

    private func mute(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: MuteConversationRequest
    ) throws -> OperationResult {
        let access = try ConversationAccess(call, by: caller, in: transaction)
        var record = access.record
        record.setMuted(body.isMuted, by: caller.userID)
        if record != access.record {
            // The record is that of all people, so each change delays their messages.
            try ChatRates.mutes.admit(
                caller.userID.rawValue, in: transaction, now: call.now,
                message: "You have muted conversations often lately. Try again in a moment.")
            try record.save(replacing: access.record, in: transaction)
            try access.notifier(of: record, in: transaction).notifyOfOwnState(caller.userID)
        }
        let loader = ConversationLoader(viewer: caller.account, reader: transaction)
        guard let shown = try loader.conversation(record, access.audience) else { throw HTTPProblem.notFound }
        return .success(Keyed(shown))
    }
}
