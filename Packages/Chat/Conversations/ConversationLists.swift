public import OrbitModels
public import Presentation

extension ListDefinition<Conversation> {
    /// The conversations of a person, the latest activity first.
    ///
    /// A block removes the conversation of a pair. Larger conversations stay, without the blocked person.
    public static func conversations(of me: UserID) -> Self {
        Self(
            .conversations, order: .latestFirst(\.updatedAt),
            people: { $0.kind == .pair ? $0.others(than: me).map(\.userID) : [] }
        ) { event, list throws(LogEventError) in
            switch event.kind {
            case .conversationChanged: list.upsert(try event.data(Keyed<Conversation>.self).value)
            case .conversationRemoved: list.remove(try event.data(Keyed<ConversationID>.self).value)
            case .personHidden:
                guard let person = event.subject else { return .unknown }
                // A pair without the person would no longer be found as theirs, and would stay in the list.
                list.updateAll(where: { $0.kind != .pair && $0.involves(person) }) { $0.hide(person) }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                list.updateAll(where: { $0.involves(changed.id) }) { $0.rename(changed) }
            case .chatSettingsChanged:
                // Receipts are reciprocal: a user who shares no receipts does not see those of other people.
                guard try event.data(ChatSettings.self).sharesActivity == false else { return .outdated }
                list.updateAll(where: { _ in true }) { $0.removeReceipts() }
            default:
                guard let id = try event.conversation() else { return .unknown }
                // A change of an earlier message does not move a conversation to the loaded part of the list.
                guard var conversation = list[id] else {
                    return event.kind == .messageAdded ? .outdated : .applied
                }
                try conversation.fold(event)
                list.upsert(conversation)
            }
            return .applied
        }
    }
}

extension ResourceDefinition<Conversation> {
    /// One conversation of a person.
    static func conversation(_ id: ConversationID, of me: UserID) -> Self {
        Self(
            .conversation(id),
            hide: { person, conversation in
                guard let shown = conversation, person != me, shown.involves(person) else { return }
                if shown.kind == .pair { conversation = nil } else { conversation?.hide(person) }
            }
        ) { event, conversation throws(LogEventError) in
            switch event.kind {
            case .personChanged: conversation?.rename(try event.data(ChangedPerson.self).person)
            case .chatSettingsChanged:
                guard try event.data(ChatSettings.self).sharesActivity == false else { return .outdated }
                conversation?.removeReceipts()
            default:
                guard let changed = try event.conversation() else { return .unknown }
                guard changed == id else { return .applied }
                switch event.kind {
                case .conversationChanged: conversation = try event.data(Keyed<Conversation>.self).value
                case .conversationRemoved: conversation = nil
                default: try conversation?.fold(event)
                }
            }
            return .applied
        }
    }
}

extension Conversation {
    fileprivate func involves(_ person: UserID) -> Bool {
        participants.contains { $0.userID == person } || lastMessage?.senderID == person
    }

    fileprivate mutating func rename(_ person: Person) {
        for index in participants.indices where participants[index].userID == person.id {
            participants[index].name = person.profile.name
        }
    }

    fileprivate mutating func removeReceipts() {
        for index in participants.indices { participants[index].readThrough = nil }
    }
}
