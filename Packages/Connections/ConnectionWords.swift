public import OrbitModels

extension TodayWaitReason: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "today_wait_reason",
        [
            "paused": "You are taking a break from the daily match.",
            "under_way": "We are matching the campus right now. Look again in a minute.",
            "tomorrow": "Today's matches are made. The next ones come tomorrow.",
        ])
}

extension TodayStatus: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "today_status", ["matched": "Matched", "waiting": "Waiting", "disconnected": "Ended"])
}

extension PokeLimit: LocalizedTextConvertible {
    /// The messages of limits. Parameters: `wait`, a text of ``wait``, and `count`.
    public static let vocabulary = Vocabulary(
        "poke_limit",
        [
            "per_day": "You have sent all your pokes for now. You can send more {wait}.",
            "open_at_once": "Many of your pokes still wait for an answer. Take one back, or try again {wait}.",
            "per_person": "You can poke this person again {wait}. They can poke you whenever they like.",
            "cool_down": "You can poke this person again {wait}. They can poke you whenever they like.",
        ])

    /// The time until a limit ends. Parameter: `count`, which is at least 2.
    public static let wait = Vocabulary(
        "poke_limit_wait",
        [
            "days": "in {count} days", "hours": "in {count} hours", "minutes": "in {count} minutes",
            "minute": "in a minute",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let connections = [
        TodayWaitReason.vocabulary, TodayStatus.vocabulary, PokeLimit.vocabulary, PokeLimit.wait,
        PokeRefusal.vocabulary,
    ]
}
