extension PokeNote: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "poke_note",
        [
            "hello": "Hello!", "shared_interest": "We like the same things.",
            "study_together": "Shall we study together?",
            "play_together": "Shall we play together?", "coffee": "Coffee?",
        ])
}

extension PokeStatus: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "poke_status",
        [
            "pending": "Waiting", "accepted": "Accepted", "declined": "Declined", "ignored": "Put away",
            "withdrawn": "Taken back", "expired": "Lapsed",
        ])
}

extension MatchStatus: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary("match_status", ["active": "Matched", "disconnected": "Ended"])
}

extension EventType: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "event_type",
        [
            "study": "Study", "party": "Party", "business": "Business", "cultural": "Culture",
            "academic": "Academic", "networking": "Networking", "social": "Social",
            "language_exchange": "Language exchange", "other": "Other",
        ])
}

extension MeetupStatus: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "meetup_status", ["scheduled": "Planned", "cancelled": "Called off", "finished": "Over"])
}

extension InvitationReply: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "invitation_reply", ["pending": "Not answered", "yes": "Going", "maybe": "Maybe", "no": "Not going"])
}

extension JoinRequestStatus: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "join_request_status",
        [
            "pending": "Waiting", "approved": "Approved", "declined": "Declined", "withdrawn": "Taken back",
            "expired": "Lapsed",
        ])
}

extension ProposalState: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "proposal_state",
        [
            "proposed": "Proposed", "countered": "Another time proposed", "accepted": "Agreed",
            "declined": "Declined", "expired": "Lapsed", "superseded": "Replaced",
        ])
}

extension Weekday: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "weekday",
        [
            "mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday",
            "sat": "Saturday", "sun": "Sunday",
        ])

    /// As they stand beside hours: `Mon, Wed 9–12`.
    public static let shortVocabulary = Vocabulary(
        "weekday_short",
        ["mon": "Mon", "tue": "Tue", "wed": "Wed", "thu": "Thu", "fri": "Fri", "sat": "Sat", "sun": "Sun"])

    /// The code of the value in its vocabulary.
    public var wordCode: String { key }
}

extension Vocabulary {
    /// Those of this module.
    public static let models = [
        Interest.vocabulary, Sport.vocabulary, SkillLevel.vocabulary, FriendshipGoal.vocabulary, GroupSize.vocabulary,
        MeetingFrequency.vocabulary, PreferredTime.vocabulary, Audience.vocabulary, CampusRole.vocabulary,
        TrustLevel.vocabulary, PokeNote.vocabulary, PokeStatus.vocabulary, MatchStatus.vocabulary,
        EventType.vocabulary, MeetupStatus.vocabulary, InvitationReply.vocabulary, JoinRequestStatus.vocabulary,
        ProposalState.vocabulary, Weekday.vocabulary, Weekday.shortVocabulary,
    ]
}
