import Connections
import Discover
import Matching
public import OrbitModels
import Profiles

extension EventCatalogue {
    /// What the events of all features look like.
    static let app = EventCatalogue(joining: [
        .profiles,
        .discover,
        .connections,
    ])
}

extension Vocabulary {
    /// All that the app shows, so that a test of a front end can ask what its language lacks:
    ///
    /// ```swift
    /// #expect(MessageCatalogue.german.words.missing(from: Vocabulary.app).isEmpty)
    /// ```
    public static let app =
        models
        + matching
        + profiles
        + connections
        + discover
        + [ConnectAction.vocabulary]
}
