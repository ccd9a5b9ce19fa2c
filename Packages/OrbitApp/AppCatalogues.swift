import Connections
import Discover
import Matching
import Meetups
import NotificationScheduling
public import OrbitModels
import Profiles
public import Validation

extension EventCatalogue {
    /// What the events of all features look like.
    static let app = EventCatalogue(joining: [
        .profiles,
        .discover,
        .connections,
        .meetups,
    ])
}

extension MessageCatalogue {
    /// What the app says in English: of the profile, of meetups, and of everything else.
    public static let app = MessageCatalogue.meetups
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
        + meetups
        + [NotificationKind.vocabulary, ConnectAction.vocabulary, MeetupCluster.vocabulary]
}
