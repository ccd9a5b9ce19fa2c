extension PokeNote: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "poke_note",
        [
            "hello": "Hello!", "shared_interest": "We like the same things.",
            "study_together": "Shall we study together?",
            "play_together": "Shall we play together?", "coffee": "Coffee?",
        ])
}

extension PokeStatus: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "poke_status",
        [
            "pending": "Waiting", "accepted": "Accepted", "declined": "Declined", "ignored": "Ignored",
            "withdrawn": "Taken back", "expired": "Expired",
        ])
}

extension MatchStatus: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary("match_status", ["active": "Matched", "disconnected": "Ended"])
}

extension MatchOrigin: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary("match_origin", ["poke": "By a poke", "chance": "By chance"])
}

extension EventType: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "event_type",
        [
            "study": "Study", "party": "Party", "business": "Business", "cultural": "Culture",
            "academic": "Academic", "networking": "Networking", "social": "Social",
            "language_exchange": "Language exchange", "other": "Other",
        ])
}

extension MeetupStatus: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "meetup_status", ["scheduled": "Planned", "cancelled": "Cancelled", "finished": "Ended"])
}

extension InvitationReply: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "invitation_reply", ["pending": "No answer yet", "yes": "Going", "maybe": "Maybe", "no": "Not going"])
}

extension JoinRequestStatus: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "join_request_status",
        [
            "pending": "Waiting", "approved": "Approved", "declined": "Declined", "withdrawn": "Taken back",
            "expired": "Expired",
        ])
}

extension MeetupVisibility: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "meetup_visibility",
        [
            "campus": "Everyone on campus", "matches": "My matches", "invited": "Only people I invite",
            "link": "People with the link",
        ])
}

extension MeetupApproval: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "meetup_approval", ["automatic": "Everyone who asks", "host": "I decide on each request"])
}

extension CancelReason: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "cancel_reason",
        [
            "host_unavailable": "The host cannot come", "too_few_people": "Too few people", "weather": "The weather",
            "place_unavailable": "The place cannot be used", "other": "Another reason",
        ])
}

extension AttendanceState: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "attendance_state",
        [
            "absent": "Not going", "host": "You host", "invited": "You are invited",
            "requested": "Waiting for the host",
            "waiting": "On the wait list", "offered": "A place is free for you", "going": "You are going",
            "reconfirmed": "You are going for sure", "checked_in": "You were there", "cancelled": "You have cancelled",
            "cancelled_late": "You have cancelled late", "no_show": "You did not come",
            "declined": "The host has declined", "expired": "The host did not reply",
            "removed": "The host has removed you",
        ])
}

extension DeclineReason: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "decline_reason",
        [
            "full": "There is no room", "not_a_fit": "It is not the right group", "level": "It is not the right level",
            "unknown_person": "Too little is known about the person", "other": "Another reason",
        ])
}

extension InvitationState: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "invitation_state", ["open": "Open", "withdrawn": "Taken back", "lapsed": "Expired"])
}

extension InvitationRole: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "invitation_role", ["attendee": "Attendee", "co_host": "Co-host", "optional": "If you like"])
}

extension Weekday: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "weekday",
        [
            "mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday",
            "sat": "Saturday", "sun": "Sunday",
        ])

    /// The short names of the days for lists of hours, such as `Mon, Wed 9–12`.
    public static let shortVocabulary = Vocabulary(
        "weekday_short",
        ["mon": "Mon", "tue": "Tue", "wed": "Wed", "thu": "Thu", "fri": "Fri", "sat": "Sat", "sun": "Sun"])

    /// The code of the value in its vocabulary.
    public var localizationCode: String { key }
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let models = [
        Interest.vocabulary, Sport.vocabulary, SkillLevel.vocabulary, FriendshipGoal.vocabulary, GroupSize.vocabulary,
        MeetingFrequency.vocabulary, PreferredTime.vocabulary, Audience.vocabulary, CampusRole.vocabulary,
        TrustLevel.vocabulary, Reliability.vocabulary, RatingTag.vocabulary, PokeNote.vocabulary,
        PokeStatus.vocabulary, MatchStatus.vocabulary,
        MatchOrigin.vocabulary, EventType.vocabulary, MeetupStatus.vocabulary, InvitationReply.vocabulary,
        JoinRequestStatus.vocabulary,
        MeetupVisibility.vocabulary, MeetupApproval.vocabulary, CancelReason.vocabulary, AttendanceState.vocabulary,
        DeclineReason.vocabulary, InvitationState.vocabulary, InvitationRole.vocabulary,
        ReportSubjectKind.vocabulary, ReportCategory.vocabulary, ReportReason.vocabulary, EvidenceKind.vocabulary,
        ModerationAction.vocabulary, DecisionState.vocabulary, AppealState.vocabulary,
        ConversationKind.vocabulary, ProposalState.vocabulary, ProposalReply.vocabulary,
        Weekday.vocabulary, Weekday.shortVocabulary, ProblemCode.vocabulary,
    ]
}
