public import OrbitModels
public import Presentation

extension ListDefinition<Proposal> {
    /// The proposals of a conversation, the latest first.
    ///
    /// A proposal keeps its place after it was answered or has expired.
    public static func proposals(in conversation: ConversationID) -> Self {
        Self(
            .conversation(conversation), order: .latestFirst(\.createdAt), people: { [$0.proposerID] }
        ) { event, proposals throws(LogEventError) in
            // The list has removed the proposals of a blocked person, and only the server has them.
            if event.kind == .personShown { return .outdated }
            guard event.kind == .proposalChanged else {
                // Events of messages concern the same conversation, but no proposal.
                return try event.conversation() == nil ? .unknown : .applied
            }
            let proposal = try event.data(Keyed<Proposal>.self).value
            guard proposal.conversationID == conversation else { return .applied }
            if let known = proposals[proposal.id], known.version >= proposal.version { return .applied }
            proposals.upsert(proposal)
            return .applied
        }
    }
}

extension LogEvent {
    static func changed(_ proposal: Proposal) -> LogEvent { LogEvent(.proposalChanged, data: Keyed(proposal)) }
}
