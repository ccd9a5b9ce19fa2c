public import OrbitModels

/// A rating while it is entered.
public struct RatingDraft: Hashable, Sendable {
    /// Stars, 1 to 5; `nil` until they were chosen.
    public var stars: Int?
    /// What stood out, in the order chosen.
    public var tags: [RatingTag]
    /// A private word to the person rated.
    public var note: String
    /// Whether the user would meet the person again; `nil` says nothing.
    public var meetAgain: Bool?

    /// Creates a draft.
    public init(stars: Int? = nil, tags: [RatingTag] = [], note: String = "", meetAgain: Bool? = nil) {
        self.stars = stars
        self.tags = tags
        self.note = note
        self.meetAgain = meetAgain
    }

    /// A draft of a rating that was given.
    public init(_ given: GivenRating) {
        self.init(
            stars: given.rating.stars.count, tags: given.rating.tags, note: given.rating.note ?? "",
            meetAgain: given.meetAgain)
    }

    /// Chooses a tag, or no longer.
    public mutating func toggle(_ tag: RatingTag) {
        if tags.contains(tag) { tags.removeAll { $0 == tag } } else { tags.append(tag) }
    }

    /// As it would be sent; without stars there are none to send, and the rules say so.
    var entry: RatingEntry {
        RatingEntry(stars: stars ?? 0, tags: tags, note: RatingRules.cleanedNote(note), meetAgain: meetAgain)
    }
}
