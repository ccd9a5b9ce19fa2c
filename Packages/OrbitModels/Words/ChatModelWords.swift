extension ConversationKind: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "conversation_kind", ["pair": "Match", "group": "Daily match", "meetup": "Meetup"])
}

extension ProposalState: LocalizedTextConvertible {
    /// The words for the state of a proposal.
    public static let vocabulary = Vocabulary(
        "proposal_state",
        [
            "proposed": "Waiting for an answer", "countered": "Answered with other times", "accepted": "Accepted",
            "declined": "Declined", "withdrawn": "Taken back", "expired": "Expired", "superseded": "Replaced",
        ])
}

extension ProposalReply: LocalizedTextConvertible {
    /// The words for the answer of a person.
    public static let vocabulary = Vocabulary("proposal_answer", ["accepted": "Accepted", "declined": "Declined"])
}
