import BackendRuntime
import Chat
import Foundation
import OrbitModels
import OrbitStore

extension Feature {
    /// Conversations of matches, groups and meetups, with their messages and proposals.
    static let chat = Feature(
        operations: [
            ReadConversations.self, OpenConversation.self, ReadMessages.self, SendMessage.self, ChangeMessage.self,
            ReactToMessage.self, MarkRead.self, NotifyTyping.self, MuteConversation.self, SetChatSettings.self,
            SendProposal.self, AnswerProposal.self,
        ],
        records: [
            MessageRecord.self, ProposalRecord.self, ConversationRecord.self, ConversationPersonRecord.self,
            ChatSettingsRecord.self, ChatSettingsJob.self, ChatFanOutJob.self, ConversationRemovalJob.self,
        ],
        erasedFirst: [MessageRecord.self, ConversationRecord.self, ConversationPersonRecord.self],
        events: EventCatalogue.chat.kinds,
        lists: PeopleLists(
            [.conversations], returning: [.conversations], holders: holdersInChat,
            mayHold: { owner, person, reader, _ in
                try ConversationRecord.all(of: owner, in: reader).contains { $0.participant(person) != nil }
                    || ConversationPersonRecord.connects(owner, person, in: reader)
            }),
        otherLists: [.chatSettings],
        limits: [
            ChatRates.changes.name, ChatRates.typing.name, ChatRates.stopping.name, ChatRates.proposals.name,
            ChatRates.large.name, ChatRates.mutes.name, ChatRates.settings.name,
        ]
    ).observing { change, transaction in try ConversationChanges.apply(change, in: transaction) }
}

/// Returns the people of a person's conversations of pairs and groups. The people of a meetup are holders by the
/// meetup.
private func holdersInChat(of id: UserID, in reader: any StoreReader, now: Date) throws -> [UserID] {
    try ConversationRecord.all(of: id, in: reader).filter { $0.kind != .meetup }.flatMap(\.members)
        .filter { $0 != id }
}
