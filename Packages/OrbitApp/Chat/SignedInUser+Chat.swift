import Calendars
public import Chat
import OrbitModels
public import Safety

extension SignedInUser {
    /// The number of messages and other actions that the server has not acknowledged. Show it before a sign-out.
    public var unsentCount: Int { unsent.count }

    /// Returns the form in which chosen messages are reported; see `ConversationViewModel.report`.
    public func report(_ messages: MessageReport) -> ReportFormViewModel { report(about: messages.subject) }

    /// Returns times at which the people of a conversation are free, as far as they show their hours, the best first.
    func commonTimes(in conversation: Conversation) async -> [ProposalSlot] {
        guard let chat else { return [] }
        let find = findTime(with: conversation.participants.map(\.userID).filter { $0 != chat.me })
        await find.load()
        return find.slots.map { ProposalSlot(startsAt: $0.span.start, endsAt: $0.span.end) }
    }
}
