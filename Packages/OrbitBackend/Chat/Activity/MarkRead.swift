import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore

/// `PUT /conversations/{conversation_id}/read`: moves the caller's watermark. It never decreases.
///
/// A request has no limit, because a refused one would leave a wrong count. Each accepted watermark is above the last
/// one, so the messages that others send bound their number. The budget of the log bounds the receipts.
///
/// The count of unread messages stays exact without reading messages. The store counts the messages above the new
/// watermark, or the messages that it passes, whichever range is shorter. A range halves at least each time that the
/// longer count is taken, so all requests for `n` messages count O(n log n) index entries together. In a large
/// conversation, each request counts the messages above the watermark, at most 999 and the messages of hidden people.
struct MarkRead: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [context.signedIn(ConversationRoutes.markRead, as: .person, BodyReader<MarkReadRequest>.json, perform: mark)]
    }

    private func mark(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: MarkReadRequest
    ) throws -> OperationResult {
        let access = try ConversationAccess(call, by: caller, in: transaction)
        let through = min(body.through, access.record.lastSeq)
        guard let own = access.record.participant(caller.userID), through > min(own.readThrough, own.sharedThrough)
        else { return try Self.response(access.view(), transaction) }
        var record = access.record
        if through > own.readThrough {
            let unread = try Self.unread(above: through, own, record, transaction)
            record.read(through: through, by: caller.userID, unread: unread)
        }
        // The receipt also follows an own message, which has moved the watermark without one.
        let sharing = try Self.sharing(in: record, transaction)
        let isShared = sharing.contains(caller.userID) && through > own.sharedThrough
        if isShared { record.share(through: through, by: caller.userID) }
        guard record != access.record else { return try Self.response(access.view(), transaction) }
        try record.save(replacing: access.record, in: transaction)
        let notifier = access.notifier(of: record, in: transaction)
        if through > own.readThrough { try notifier.notifyOfOwnState(caller.userID) }
        if isShared {
            try notifier.notifyOthers(
                of: caller.userID, among: sharing, .conversationRead,
                ReadReceipt(conversationID: record.id, userID: caller.userID, readThrough: through))
        }
        return try Self.response(access.view(of: record), transaction)
    }

    /// Returns the people who share their activity; no people in a conversation without receipts.
    private static func sharing(in record: ConversationRecord, _ reader: any StoreReader) throws -> Set<UserID> {
        let people = record.peopleWithActivity
        return try people.isEmpty ? [] : ChatSettingsRecord.sharing(among: people, in: reader)
    }

    /// Returns the number of messages above a watermark that count as unread; 0 in a large conversation, which does not
    /// store the number. All of them are messages of other people,
    /// because an own message moves the watermark to itself.
    private static func unread(
        above through: Int, _ own: ConversationRecord.Participant, _ record: ConversationRecord,
        _ reader: any StoreReader
    ) throws -> Int {
        guard own.unread > 0, through < record.lastSeq else { return 0 }
        if through - own.readThrough <= record.lastSeq - through {
            let passed = try MessageRecord.count(in: record.id, own.readThrough + 1...through, reader)
            return max(0, own.unread - passed)
        }
        return try MessageRecord.count(in: record.id, through + 1...record.lastSeq, reader)
    }

    private static func response(_ view: ChatView, _ reader: any StoreReader) throws -> OperationResult {
        let own = view.record.participant(view.viewer)
        return .success(ReadState(readThrough: own?.readThrough ?? 0, unreadCount: try view.unread(in: reader)))
    }
}
