import Foundation
import Networking
package import OrbitModels
package import Outbox
package import Presentation

extension ChatService {
    /// Sends a queued message. Its client id stays the same, also after the user has edited a refused message.
    func send(_ message: QueuedSend, as client: ClientID, key: IdempotencyKey) async throws -> Message {
        let body = SendMessageRequest(clientID: client, text: message.text, replyTo: message.replyTo?.messageID)
        return try await self.client.value(
            of: Endpoint(MessageRoutes.send, parameters: Self.path(message.conversationID)).json(body).idempotent(key))
    }

    /// Returns the identifier of an own message by its client id; `nil` if the conversation does not contain it.
    ///
    /// - Throws: ``ChatFailure/missingMessage`` if the message is not among the last 500 of a longer conversation.
    func find(_ client: ClientID, of sender: UserID, in conversation: ConversationID) async throws -> MessageID? {
        var anchor = MessageAnchor.end
        for _ in 0..<5 {
            let page = try await messages(in: conversation, at: anchor, limit: ChatLimits.maxPageSize).value
            let found = page.messages.elements.first { $0.clientID == client && $0.senderID == sender }
            if let found { return found.id }
            guard page.hasEarlier, let first = page.messages.elements.first else { return nil }
            anchor = .before(first.seq)
        }
        throw ChatFailure.missingMessage
    }
}

extension OutboxEntry {
    /// The key of the request. Edits have their own keys, because the server compares repeated requests with a key.
    var key: IdempotencyKey { IdempotencyKey(rawValue: revision == 0 ? id : "\(id).\(revision)") }
}

extension SendFailure {
    /// Creates the failure of an attempt. It is permanent for an unreadable entry, and for a refusal that a repetition
    /// would not change.
    package init(_ error: any Error, in words: LocalizedStrings) {
        switch error {
        case is CancellationError:
            self = .transient()
            return
        case let failure as ChatFailure:
            self = .permanent(OutboxRejection(code: failure.rawValue, reason: failure.message(in: words)))
            return
        case APIError.invalidRequest(reason: _), is DecodingError:
            let failure = ChatFailure.unreadable
            self = .permanent(OutboxRejection(code: failure.rawValue, reason: failure.message(in: words)))
            return
        default: break
        }
        let failure = Failure(error, in: words)
        let problem = (error as? APIError)?.problem
        let later = SendFailure.transient(retryAfter: problem?.retryAfter.map { .seconds($0) })
        let refusal = OutboxRejection(
            code: (problem?.code ?? .unspecified).rawValue, reason: failure.message)
        switch failure.kind {
        case .unreachable: self = .transient(mayHaveArrived: false)
        case .refused(.idempotencyKeyInFlight): self = .transient()
        case .invalid, .refused: self = ((error as? APIError)?.isFinal ?? true) ? .permanent(refusal) : later
        case .unavailable: self = ((error as? APIError)?.isFinal ?? false) ? .permanent(refusal) : later
        case .noResponse, .conflict, .limited, .signedOut, .local: self = later
        }
    }
}

extension APIError {
    /// Whether the server has refused the request, and a repetition would not change that. The status decides, because
    /// a proxy refuses without a code that this version knows.
    fileprivate var isFinal: Bool {
        switch self {
        case .problem(_, let problem) where problem.code == .unavailable: false
        case .problem(let status, _), .unexpectedStatus(let status):
            // A sign-in, a wait or another connection can change the other answers.
            (400..<500).contains(status) && ![401, 407, 408, 421, 425, 429].contains(status)
        default: false
        }
    }
}

extension Failure {
    /// Creates the failure that a screen shows for a refused entry.
    package init(_ rejection: OutboxRejection, in words: LocalizedStrings) {
        switch rejection.code {
        case OutboxRejection.dependencyRemovedCode, OutboxRejection.storageDamagedCode:
            self.init(.local, message: words.sentence(rejection.code, in: OutboxWords.vocabulary))
        default:
            self.init(.refused(ProblemCode(rawValue: rejection.code)), message: rejection.reason, canRetry: true)
        }
    }

    /// Creates the failure of a change that the outbox did not store.
    package init(_ error: OutboxError, in words: LocalizedStrings) {
        self.init(.local, message: OutboxWords.message(for: error, in: words))
    }
}
