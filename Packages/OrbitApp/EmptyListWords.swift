public import OrbitModels

extension Vocabulary {
    /// The sentences for empty lists and values, by ``ListName``. The code `other` applies to all other lists.
    ///
    /// Each feature of this repository has the sentences for its own lists. ``AppFeatures/vocabularies`` also contains
    /// the sentences of features from other packages.
    public static let emptyLists = Vocabulary(emptyListsOf: AppFeature.builtIn)

    /// Creates the vocabulary from the sentences of features. If a list has two sentences, the last sentence is used.
    init(emptyListsOf features: [AppFeature]) {
        self.init("empty_list", features.flatMap(\.emptyLists).reduce(into: [:]) { $0[$1.key.rawValue] = $1.value })
    }
}

extension LocalizedStrings {
    /// Returns the sentence for an empty list or value.
    public func empty(_ list: ListName) -> String {
        text(list.rawValue, in: .emptyLists) ?? sentence("other", in: .emptyLists)
    }
}
