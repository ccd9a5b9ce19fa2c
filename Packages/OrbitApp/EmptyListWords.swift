public import OrbitModels

extension Vocabulary {
    /// The sentences for lists and values of which there is nothing to show, by ``ListName``; `other` for all others.
    ///
    /// Each feature of this repository has those for its lists. ``AppFeatures/vocabularies`` also contains the
    /// sentences of features from other packages.
    public static let emptyLists = Vocabulary(emptyListsOf: AppFeature.builtIn)

    /// Creates the vocabulary of the sentences of features. Of two sentences for a list, it has the last.
    init(emptyListsOf features: [AppFeature]) {
        self.init("empty_list", features.flatMap(\.emptyLists).reduce(into: [:]) { $0[$1.key.rawValue] = $1.value })
    }
}

extension Words {
    /// The sentence for a list or value of which there is nothing to show.
    public func empty(_ list: ListName) -> String {
        text(list.rawValue, in: .emptyLists) ?? sentence("other", in: .emptyLists)
    }
}
