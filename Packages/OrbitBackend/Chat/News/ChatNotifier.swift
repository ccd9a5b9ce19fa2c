import BackendRuntime
import Chat
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// Appends the events of one conversation to the logs of its people.
///
/// An event names at most one other person, its subject. A block between the owner and the subject then withdraws it.
/// A change that names more people is an event without content, after which the devices load the conversation again.
struct ChatNotifier {
    let record: ConversationRecord
    private let audience: ChatAudience
    private let transaction: LogTransaction

    /// Creates a notifier of people whose visibility is known.
    init(_ record: ConversationRecord, _ audience: ChatAudience, in transaction: LogTransaction) {
        (self.record, self.audience, self.transaction) = (record, audience, transaction)
    }

    /// Creates a notifier for a change without a caller.
    ///
    /// - Parameters:
    ///   - record: The conversation after the change.
    ///   - viewers: The people to notify, who are loaded; `nil` for all people of a small conversation.
    ///   - transaction: The transaction of the change.
    init(_ record: ConversationRecord, for viewers: [UserID]? = nil, in transaction: LogTransaction) throws {
        let audience = try ChatAudience(
            of: record.people, for: viewers ?? (record.isLarge ? [] : record.members), in: transaction)
        self.init(record, audience, in: transaction)
    }

    private var touches: [ListName] { [.conversations, .conversation(record.id)] }

    /// Appends an event about one person to the logs of others who see the person, such as a receipt.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - people: The people who may get the event.
    ///   - kind: The kind of the event.
    ///   - data: Its data.
    func notifyOthers(of person: UserID, among people: Set<UserID>, _ kind: EventKind, _ data: any Encodable) throws {
        for owner in record.members
        where people.contains(owner) && owner != person && audience.finds(record, owner)
            && audience.sees(owner, person)
        {
            let budget: EventBudget = kind == .conversationTyping ? .transient : .messages
            try append(kind, to: owner, about: person, touches, data, within: budget)
        }
    }

    /// Appends an event without content, after which the devices of a person load the conversation again.
    private func touch(_ owner: UserID) throws { try touch(owner, touches) }

    private func touch(_ owner: UserID, _ lists: [ListName]) throws {
        try transaction.append(.void, to: owner, touches: lists, within: .messages)
    }

    /// Returns the subject of an event in a person's log: the other person of a pair, or the only person that the
    /// event names.
    private func subject(for owner: UserID, naming named: Set<UserID>) -> UserID? {
        guard let partner = record.partner(of: owner) else { return named.first }
        return partner.state == .erased ? nil : partner.id
    }

    private func append(
        _ kind: EventKind, to owner: UserID, about subject: UserID?, _ touches: [ListName], _ data: any Encodable,
        within budget: EventBudget = .messages
    ) throws {
        // The audience has looked up what the transaction would look up again.
        if let subject, audience.sees(owner, subject) { transaction.noteSight(of: UserPair(owner, subject)) }
        try transaction.append(kind, to: owner, about: subject, touches: touches, data: data, within: budget)
    }
}

extension ChatNotifier {
    /// Appends the event of a new or changed message. In a large conversation, only the actor is notified at once, and
    /// a job notifies the others and moves the conversation up in their lists.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - kind: The kind of the event.
    ///   - actor: The person who made the change; `nil` for the system.
    ///   - original: The message that the message replies to or is about.
    func notify(
        of message: MessageRecord, _ kind: EventKind, by actor: UserID?, replyingTo original: MessageRecord? = nil
    ) throws {
        guard record.isLarge else {
            for person in record.members {
                try notify(person, of: message, kind, by: actor, replyingTo: original)
            }
            return
        }
        if let actor { try notify(actor, of: message, kind, by: actor, replyingTo: original) }
        try ChatFanOutJob(
            .message(message.seq, isNew: kind == .messageAdded), of: record.id, by: actor, at: transaction.now
        ).save(in: transaction)
    }

    /// Appends the event to the log of one person, unless a block hides the sender or the actor.
    func notify(
        _ owner: UserID, of message: MessageRecord, _ kind: EventKind, by actor: UserID?,
        replyingTo original: MessageRecord?
    ) throws {
        let people = [message.author(replyingTo: original), actor].compactMap(\.self)
        guard audience.finds(record, owner), people.allSatisfy({ audience.sees(owner, $0) }) else { return }
        let view = ChatView(of: owner, record, audience)
        var shown = view.message(message, replyingTo: original)
        let named = Set(people + shown.reactions.flatMap(\.userIDs)).subtracting([owner])
        guard named.count <= 1 || record.kind == .pair else { return try touch(owner) }
        let subject = subject(for: owner, naming: named)
        if let quoted = shown.replyTo?.senderID, quoted != owner, quoted != subject {
            shown.replyTo?.senderID = nil
            shown.replyTo?.excerpt = nil
        }
        try append(
            kind, to: owner, about: subject, touches,
            MessageUpdate(
                message: shown, unreadCount: try view.unread(in: transaction),
                readThrough: record.participant(owner)?.readThrough ?? 0, lastSeq: record.lastSeq,
                updatedAt: record.updatedAt))
    }

    /// Appends that the conversation is new or has changed, to the logs of all people who find it. A pair gets the
    /// conversation. Other events have no content, because the conversation names many people.
    func notifyOfChange(by actor: UserID?) throws {
        guard !record.isLarge else {
            return try ChatFanOutJob(.conversation, of: record.id, by: actor, at: transaction.now).save(
                in: transaction)
        }
        for person in record.members { try notifyOfChange(person) }
    }

    /// Appends that a person has joined or left. In a large conversation, only a new person is notified at once. The
    /// devices of the others load the list within an hour, because many people may join in a short time.
    func notifyOfPeople(joining person: UserID? = nil) throws {
        guard record.isLarge else { return try notifyOfChange(by: nil) }
        if let person { try touch(person) }
        try ChatFanOutJob(.people, of: record.id, by: nil, at: transaction.now).save(in: transaction)
    }

    /// Appends the watermark or the mute of a person to their own log. Devices keep the messages, which do not change.
    func notifyOfOwnState(_ owner: UserID) throws {
        guard record.kind == .pair else { return try touch(owner, [.conversations]) }
        try notifyOfChange(owner)
    }

    /// Appends that the watermark of a person appears or disappears, to the log of another person who sees them.
    func notifyOfSettings(of person: UserID, to owner: UserID) throws {
        guard audience.sees(owner, person) else { return }
        try notifyOfOwnState(owner)
    }

    /// Appends that the conversation has changed to the log of one person.
    func notifyOfChange(_ owner: UserID) throws {
        guard audience.finds(record, owner) else { return }
        guard record.kind == .pair else { return try touch(owner) }
        guard let account = audience.account(owner),
            let shown = try ConversationLoader(viewer: account, reader: transaction).conversation(record, audience)
        else { return }
        try append(
            .conversationChanged, to: owner, about: subject(for: owner, naming: []), [.conversations], Keyed(shown))
    }

    /// Appends the event of a new or changed proposal. In a large conversation, which has grown since the proposal, a
    /// job makes the devices load the conversation again.
    ///
    /// - Parameters:
    ///   - proposal: The proposal after the change.
    ///   - actor: The person who made the change; `nil` for scheduled work. People who do not see the person are
    ///     notified only of the end of the proposal.
    func notify(of proposal: ProposalRecord, by actor: UserID?) throws {
        if record.isLarge { return try notifyOfChange(by: nil) }
        for owner in record.members where audience.finds(record, owner) {
            if proposal.proposal.state.isOpen, let actor, !audience.sees(owner, actor) { continue }
            let hidden = audience.hidden(from: owner, in: record)
            let shown = try proposal.proposal(for: owner, hiding: hidden, in: transaction)
            guard !hidden.contains(shown.proposerID) else { continue }
            let named = Set([shown.proposerID] + shown.answers.map(\.userID)).subtracting([owner])
            guard named.count <= 1 || record.kind == .pair else {
                try touch(owner)
                continue
            }
            try append(
                .proposalChanged, to: owner, about: subject(for: owner, naming: named), [.conversation(record.id)],
                Keyed(shown))
        }
    }
}
