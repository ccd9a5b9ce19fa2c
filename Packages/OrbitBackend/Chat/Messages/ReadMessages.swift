import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /conversations/{conversation_id}/messages`: a window of a conversation, at its end or around a number.
///
/// Numbers have no gaps, so the window follows from the numbers alone. The cost does not depend on the length of the
/// conversation: one store call for the messages, and one for the messages that they reply to.
struct ReadMessages: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MessageRoutes.list, as: .person, perform: read)] }

    private func read(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        var access = try ConversationAccess(call, by: caller, in: reader)
        let last = access.record.lastSeq
        let numbers = try Self.window(call, last: last)
        let found = try MessageRecord.list(access.record.id, numbers, in: reader)
        let replies = Set(found.values.compactMap(\.replySeq)).subtracting(found.keys)
        let originals = try found.merging(
            MessageRecord.list(access.record.id, replies.sorted(), in: reader), uniquingKeysWith: { one, _ in one })
        try access.include(Set(originals.values.flatMap(\.people)), in: reader)
        let view = access.view()
        let messages = numbers.map { seq in
            found[seq].map { view.message($0, replyingTo: $0.replySeq.flatMap { originals[$0] }) }
                ?? view.missing(seq)
        }
        return .success(
            MessagePage(
                messages, hasEarlier: numbers.lowerBound > 1, hasLater: numbers.upperBound - 1 < last),
            cache: .revalidated)
    }

    /// Returns the numbers of a window.
    ///
    /// - Parameters:
    ///   - call: The request. At most one of `around`, `before` and `after` is used.
    ///   - last: The number of the last message.
    static func window(_ call: RequestContext, last: Int) throws -> Range<Int> {
        let limit = call.query["limit"] == nil ? ChatLimits.pageSize : try call.pageSize()
        let anchors = try ["around", "before", "after"].compactMap { name in
            try call.query[name].map { (name: name, seq: try number($0, name)) }
        }
        guard anchors.count <= 1 else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: anchors[1].name, code: .notAllowed)], "Use one of around, before and after.")
        }
        return window(anchors.first, limit: limit, last: last)
    }

    private static func window(_ anchor: (name: String, seq: Int)?, limit: Int, last: Int) -> Range<Int> {
        guard let anchor else { return max(1, last - limit + 1)..<last + 1 }
        let seq = min(max(anchor.seq, 0), last + 1)
        switch anchor.name {
        case "before":
            let end = max(1, seq)
            return max(1, end - limit)..<end
        case "after":
            let start = min(seq, last) + 1
            return start..<min(last + 1, start + limit)
        default:
            // At an end of the conversation, the window extends in the other direction.
            let end = min(last + 1, max(1, seq - limit / 2) + limit)
            return max(1, end - limit)..<end
        }
    }

    private static func number(_ text: String, _ name: String) throws -> Int {
        let digits = text.utf8.count <= 18 && !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard digits, let number = Int(text) else {
            throw HTTPProblem.invalidInput([FieldFailure(path: name, code: .malformed)], "Use a whole number.")
        }
        return number
    }
}
