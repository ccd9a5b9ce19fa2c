import OrbitModels
public import Validation

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
