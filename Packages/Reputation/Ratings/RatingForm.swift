public import OrbitModels
public import Validation

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

/// What a rating may say, for the form and the server alike.
public enum RatingRules {
    /// Stars of a rating.
    public static let stars = 1...5
    /// Tags of a rating.
    public static let tags = 0...4
    /// The private note.
    public static let note = TextForm(characters: 0...280, bytes: 2_240, lines: .several)

    /// What is wrong with an entry, field by field. A word that is not known would be a way to say anything, so it is
    /// refused, too.
    public static func failures(in entry: RatingEntry) -> [FieldFailure] {
        var failures =
            Rule<Int>.within(stars).failures(in: entry.stars).under("rating")
            + Rule<[RatingTag]>.count(tags).failures(in: entry.tags).under("tags")
            + Rule<[RatingTag]>.unique { $0 }.failures(in: Array(entry.tags.prefix(tags.upperBound))).under("tags")
            + Rule<String>.text(note).failures(in: entry.note ?? "").under("note")
        for (index, tag) in entry.tags.prefix(tags.upperBound).enumerated() where !tag.isKnown {
            failures.append(FieldFailure(path: "tags[\(index)]", code: .unknownValue))
        }
        return failures
    }

    /// The note as it is kept; `nil` if nothing is left of it.
    public static func cleanedNote(_ text: String?) -> String? {
        let cleaned = note.cleaned(text ?? "")
        return cleaned.isEmpty ? nil : cleaned
    }
}

extension FormName {
    /// The form in which people who were met are rated.
    public static let rating = Self(rawValue: "rating")
}

extension MessageCatalogue {
    /// The English catalogue with what ratings add.
    public static let reputation = MessageCatalogue.english.overlaid(with: .ratings)

    /// What the form of a rating says.
    public static let ratings = MessageCatalogue(templatesByForm: [
        .rating: [
            "rating": [.outOfRange: "Choose {min} to {max} stars."],
            "tags": [.tooMany: "Choose at most {max}.", .duplicate: "Choose each only once."],
            "note": [.tooLong: "Shorten the note to {max} characters."],
        ]
    ])
}
