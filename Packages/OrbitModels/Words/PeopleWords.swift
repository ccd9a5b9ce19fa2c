extension Interest: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "interest", predefined.reduce(into: [:]) { $0[$1.id] = MessageTemplate(template: $1.label) })

    /// The code of the value in its vocabulary.
    public var localizationCode: String { id }
    /// The label of the interest, because a typed interest is shown as it was typed.
    public var fallbackText: String { label }
}

extension Sport: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "sport",
        [
            "badminton": "Badminton", "basketball": "Basketball", "climbing": "Climbing", "cycling": "Cycling",
            "gym": "Gym", "hiking": "Hiking", "running": "Running", "soccer": "Soccer", "swimming": "Swimming",
            "table_tennis": "Table tennis", "tennis": "Tennis", "volleyball": "Volleyball", "yoga": "Yoga",
        ])
}

extension SkillLevel: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "skill_level", ["beginner": "Beginner", "intermediate": "Intermediate", "advanced": "Advanced"])
}

extension FriendshipGoal: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "friendship_goal",
        [
            "study_buddies": "Study buddies", "workout_partner": "Workout partner", "close_friends": "Close friends",
            "event_buddies": "Event buddies", "networking": "Networking",
        ])
}

extension GroupSize: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "group_size",
        [
            "one_on_one": "One-on-one", "small": "Small groups (3–5)", "medium": "Medium groups (6–10)",
            "large": "Large groups (more than 10)",
        ])
}

extension MeetingFrequency: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "meeting_frequency",
        ["weekly": "Weekly", "biweekly": "Every two weeks", "monthly": "Monthly", "flexible": "Flexible"])
}

extension PreferredTime: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "preferred_time",
        ["mornings": "Mornings", "afternoons": "Afternoons", "evenings": "Evenings", "weekends": "Weekends"])
}

extension Audience: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "audience",
        [
            "campus": "Everyone on campus", "matches": "Your matches", "attendees": "People at your meetups",
            "nobody": "Nobody",
        ])
}

extension CampusRole: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "campus_role", ["student": "Student", "staff": "Staff", "alumni": "Alumni", "unknown": "Member"])
}

extension Reliability: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "reliability", ["high": "Almost always comes", "medium": "Mostly comes", "low": "Often does not come"])
}

extension RatingTag: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "rating_tag",
        [
            "friendly": "Friendly", "on_time": "On time", "good_listener": "Good listener",
            "well_prepared": "Well prepared", "came_late": "Came late", "left_early": "Left early",
            "distracted": "Busy with something else", "unprepared": "Could be better prepared",
        ])
}

extension TrustLevel: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "trust_level",
        ["newcomer": "Newcomer", "participant": "Participant", "trusted": "Trusted", "pillar": "Pillar"])
}
