public import OrbitModels

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
