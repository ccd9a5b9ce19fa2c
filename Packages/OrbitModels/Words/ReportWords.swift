extension ReportSubjectKind: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "report_subject",
        ["person": "Person", "meetup": "Meetup", "photo": "Photo", "post": "Post", "messages": "Messages"])
}

extension ReportCategory: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "report_category",
        [
            "danger": "A person is in danger", "harassment": "Harassment", "deceit": "Lies and fraud",
            "content": "Something shown or written",
            "meeting": "Something that happened at a meetup", "other": "Something else",
        ])
}

extension ReportReason: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "report_reason",
        [
            "violence": "Violence", "threat": "A threat", "self_harm": "May harm themselves", "stalking": "Stalking",
            "sexual_harassment": "Sexual harassment", "hate": "Hate", "insult": "Insults",
            "unwanted_contact": "Does not stop when asked", "impersonation": "Pretends to be someone else",
            "not_of_campus": "Does not belong to this campus", "scam": "Fraud", "spam": "Advertising",
            "nudity": "Nudity", "cruelty": "Cruelty", "private_information": "Private details of another person",
            "misleading_meetup": "A meetup that was not what it said",
            "unsafe_meetup": "A meetup that is not safe", "other": "Something else",
        ])
}

extension AppealState: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "appeal_state",
        [
            "open": "Another moderator will look at it", "upheld": "The decision stays",
            "overturned": "The decision is undone",
        ])
}

extension EvidenceKind: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "evidence_kind",
        [
            "profile": "Their profile", "photos": "Their photos", "photo": "This photo", "meetup": "The meetup",
            "post": "The post", "note": "The note they wrote to me", "text": "A text that I paste",
            "messages": "The messages",
        ])
}

extension ModerationAction: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "moderation_action",
        [
            "dismiss": "Dismissed", "warn": "Warning", "remove_content": "Removed", "suspend": "Suspended",
            "ban": "Suspended for good",
        ])
}

extension DecisionState: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "decision_state", ["in_force": "Active", "over": "Ended", "lifted": "Ended early", "overturned": "Undone"])
}
