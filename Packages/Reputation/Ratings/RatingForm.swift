public import OrbitModels
public import Validation

/// A rating that the user is entering.
public struct RatingDraft: Hashable, Sendable {
    /// Stars, 1 to 5; `nil` until the user has chosen.
    public var stars: Int?
    /// The chosen tags, in the order of the choice.
    public var tags: [RatingTag]
    /// A private note to the person rated.
    public var note: String
    /// Whether the user would meet the person again; `nil` without an opinion.
    public var meetAgain: Bool?

    /// Creates a draft.
    public init(stars: Int? = nil, tags: [RatingTag] = [], note: String = "", meetAgain: Bool? = nil) {
        self.stars = stars
        self.tags = tags
        self.note = note
        self.meetAgain = meetAgain
    }

    /// Creates a draft from a rating that the user has given.
    public init(_ given: GivenRating) {
        self.init(
            stars: given.rating.stars.count, tags: given.rating.tags, note: given.rating.note ?? "",
            meetAgain: given.meetAgain)
    }

    /// Adds a tag, or removes it if it was chosen.
    public mutating func toggle(_ tag: RatingTag) {
        if tags.contains(tag) { tags.removeAll { $0 == tag } } else { tags.append(tag) }
    }

    /// The entry to send. A draft without stars has 0 stars, which ``RatingRules`` refuses.
    var entry: RatingEntry {
        RatingEntry(stars: stars ?? 0, tags: tags, note: RatingRules.cleanedNote(note), meetAgain: meetAgain)
    }
}

/// The rules of a rating. The form and the server both check them.
public enum RatingRules {
    /// The range of stars.
    public static let stars = 1...5
    /// The range of the number of tags.
    public static let tags = 0...4
    /// The form of the private note.
    public static let note = TextForm(characters: 0...280, bytes: 2_240, lines: .several)

    /// Returns the failures of an entry, field by field.
    ///
    /// Unknown tags are refused, because a client could send any text as a tag.
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

    /// Returns the note after cleaning, as the server stores it; `nil` if the result is empty.
    public static func cleanedNote(_ text: String?) -> String? {
        let cleaned = note.cleaned(text ?? "")
        return cleaned.isEmpty ? nil : cleaned
    }
}

extension FormName {
    /// The form of a rating.
    public static let rating = Self(rawValue: "rating")
}

extension MessageCatalogue {
    /// The English catalogue with the texts of the rating form.
    public static let reputation = MessageCatalogue.english.overlaid(with: .ratings)

    /// The texts of the rating form alone.
    public static let ratings = MessageCatalogue(templatesByForm: [
        .rating: [
            "rating": [.outOfRange: "Choose {min} to {max} stars."],
            "tags": [.tooMany: "Choose at most {max}.", .duplicate: "Choose each only once."],
            "note": [.tooLong: "Shorten the note to {max} characters."],
        ]
    ])
}
