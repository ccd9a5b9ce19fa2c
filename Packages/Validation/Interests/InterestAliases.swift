import OrbitModels

/// Synonyms of the predefined interests. Only words of the same meaning: "bouldering" stays a separate interest.
enum InterestAliases {
    static let interestByKey: [String: Interest] = {
        var table: [String: Interest] = [:]
        for interest in Interest.predefined {
            for name in [interest.label] + (names[interest.id] ?? []) {
                table[InterestFolding.key(of: name)] = interest
            }
        }
        return table
    }()

    /// Variants in case, accents, spaces, "and" and plurals need no entry.
    static let names: [String: [String]] = [
        "sports_fitness": ["sport", "fitness", "gym", "workout", "working out", "exercise", "athletics"],
        "music": ["songs", "listening to music"],
        "art_design": ["art", "design", "design and art"],
        "technology": ["tech", "technologies", "coding", "programming", "computers", "software"],
        "food_cooking": ["food", "cooking", "cooking and food", "foodie", "cuisine"],
        "travel": ["traveling", "travelling", "trips"],
        "gaming": ["games", "video games", "gamer"],
        "reading": ["books", "literature", "reading books"],
        "movies_tv": ["movies", "tv", "television", "film", "cinema", "tv shows", "tv series", "tv and movies"],
        "photography": ["photos", "photographer", "taking photos"],
        "nature": ["outdoors", "the outdoors"],
        "fashion": ["clothes", "style"],
        "dancing": ["dance"],
        "volunteering": ["volunteer", "volunteer work", "community service"],
        "entrepreneurship": ["entrepreneur", "startups"],
        "podcasts": ["podcasting"],
        "board_games": ["boardgaming", "tabletop games"],
        "languages": ["language learning", "learning languages"],
        "meditation": ["meditating", "mindfulness"],
        "diy_crafts": ["diy", "crafts", "crafting", "arts and crafts", "do it yourself"],
    ]
}
