public import OrbitModels
public import Validation

extension Vocabulary {
    /// The title of the list, and the names of its actions.
    public static let __name__List = Vocabulary(
        "__wire_name___list",
        [
            "title": "__Words_names__",
            "add": "Add",
            "remove": "Remove",
        ])

    /// The vocabularies of this module.
    public static let __feature__ = [__name__List]
}

extension FormName {
    /// The form of a new element.
    public static let __name__ = Self(rawValue: "__wire_name__")
}

extension MessageCatalogue {
    /// The English catalogue with the failures of the form.
    public static let __feature__ = MessageCatalogue.english.overlaid(with: __feature__Alone)

    /// The failures of the form alone, to overlay another catalogue with them.
    public static let __feature__Alone = MessageCatalogue(templatesByForm: [
        .__name__: [
            "text": [.required: "Write a text first.", .tooLong: "Shorten the text to {max} characters."]
        ]
    ])
}
