import BackendRuntime
import Networking
import Notices
import OrbitModels
import Validation

/// `POST /notices`, `DELETE /notices/{notice_id}` and `POST /notices/{notice_id}/remove`.
struct WriteNotices: Operations {
    static let posting = RateLimit(
        name: "notice-posts", tiers: [.init(count: NoticeRules.maxPerDay, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                NoticeRoutes.post, as: .noticeAuthor,
                BodyReader<NoticeRequest>.json.checked { request, _ in try Self.checked(request) }, perform: post),
            context.signedInOnce(NoticeRoutes.withdraw, as: .person, .none, perform: withdraw),
            context.signedInOnce(NoticeRoutes.remove, as: .moderator, .none, perform: remove),
        ]
    }

    /// Returns the request as it is stored.
    private static func checked(_ request: NoticeRequest) throws -> NoticeRequest {
        try NoticeRules.failures(in: request).refuse("Check your notice. Something is not right yet.")
        return request.cleaned
    }

    private func post(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<NoticeRequest, NoticeRequest>
    ) throws -> OperationResult {
        let request = try body.value()
        try Self.posting.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have posted many notices today. Try again tomorrow.")
        let notice = Notice(
            id: NoticeID(context.newIdentifier()), kind: request.kind, text: request.text, author: caller.userID,
            postedAt: call.now)
        try transaction.put(NoticeRecord(notice: notice, campus: caller.campus))
        try transaction.put(NoticeNews(of: notice.id, on: caller.campus, by: caller.userID, at: call.now))
        try transaction.append(.noticePosted, to: caller.userID, touches: [.notices], data: Keyed(notice))
        return .success(Keyed(notice))
    }

    private func withdraw(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let record = try NoticeRecord.find(call, for: caller, in: transaction)
        guard record.notice.author == caller.userID else {
            throw HTTPProblem(403, .forbidden, "Only its author can withdraw a notice.")
        }
        try record.withdraw(by: caller.userID, in: transaction)
        return .success(MessageData(message: "The notice is withdrawn."))
    }

    private func remove(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        // A moderator may remove the notice even if the author has blocked them.
        guard let record = try transaction.get(NoticeRecord.self, call.parameter("notice_id")) else {
            throw HTTPProblem.notFound
        }
        try record.withdraw(by: record.notice.author, in: transaction)
        return .success(MessageData(message: "The notice is removed."))
    }
}
