public import OrbitModels

extension Vocabulary {
    /// The title of the list, and the name of its action.
    public static let __name__List = Vocabulary(
        "__wire_name___list",
        [
            "title": "__Words_names__",
            "add": "Add",
        ])

    /// The vocabularies of this module.
    public static let __feature__ = [__name__List]
}
