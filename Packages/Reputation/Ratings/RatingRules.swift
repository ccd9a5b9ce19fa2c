public import OrbitModels
public import Validation

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
