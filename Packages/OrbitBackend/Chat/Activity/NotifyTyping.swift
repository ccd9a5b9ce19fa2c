import BackendRuntime
import Chat
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// `PUT /conversations/{conversation_id}/typing`: notifies the others that the caller types, or has stopped.
///
/// A notice is dropped, and the request succeeds, in these cases: the caller does not share activity, the conversation
/// has ended or is large, or the limit is reached. The response is the same, so it reveals none of these.
struct NotifyTyping: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [context.signedIn(ConversationRoutes.typing, as: .person, BodyReader<TypingRequest>.json, perform: notify)]
    }

    private func notify(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: TypingRequest
    ) throws -> OperationResult {
        let access = try ConversationAccess(call, by: caller, in: transaction)
        let (record, intervals) = (access.record, TypingIntervals.standard)
        guard record.isOpen(for: caller.userID) else { return .success(intervals) }
        let sharing = try ChatSettingsRecord.sharing(among: record.peopleWithActivity, in: transaction)
        guard sharing.contains(caller.userID), try isAdmitted(body, caller, record, transaction) else {
            return .success(intervals)
        }
        let until = body.isTyping ? call.now.addingTimeInterval(TimeInterval(intervals.expire)) : nil
        try access.notifier(in: transaction).notifyOthers(
            of: caller.userID, among: sharing, .conversationTyping,
            TypingNotice(conversationID: record.id, userID: caller.userID, until: until))
        return .success(intervals)
    }

    /// Counts a notice. A stop follows its start at once, so it is counted apart, and is as rare.
    private func isAdmitted(
        _ body: TypingRequest, _ caller: Caller, _ record: ConversationRecord, _ transaction: LogTransaction
    ) throws -> Bool {
        let limit = body.isTyping ? ChatRates.typing : ChatRates.stopping
        return try limit.isAdmitted("\(caller.userID)>\(record.id)", in: transaction, now: transaction.now)
    }
}
