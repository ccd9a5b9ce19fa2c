import Auth
import Calendars
import Connections
import Discover
import ICalendar
import MapClustering
import Matching
import Meetups
import Moderation
import Networking
import NotificationScheduling
import OrbitModels
import Presentation
import Profiles
import Reputation
import Safety
import Trust
import Validation

extension AppFeature {
    /// The features of this repository. Their models are properties of ``SignedInUser``.
    static let builtIn: [AppFeature] = [
        AppFeature(
            builtIn: "app", vocabularies: tools + Vocabulary.appSentences + drawn, failures: .english,
            prefixes: HomeTab.allCases.map(\.rawValue)),
        AppFeature(builtIn: "profiles", events: .profiles, vocabularies: Vocabulary.profiles, prefixes: ["users"]),
        AppFeature(
            builtIn: "discover", events: .discover, vocabularies: Vocabulary.discover + Vocabulary.matching),
        AppFeature(builtIn: "connections", events: .connections, vocabularies: Vocabulary.connections),
        AppFeature(
            builtIn: "meetups", events: .meetups, vocabularies: Vocabulary.meetups, failures: .meetupsAlone,
            prefixes: ["meetups"]),
        AppFeature(
            builtIn: "ratings", events: .ratings, vocabularies: Vocabulary.trust + Vocabulary.standing,
            failures: .ratings),
        AppFeature(builtIn: "care", events: .care, vocabularies: Vocabulary.care, failures: .careAlone),
        AppFeature(
            builtIn: "reports", events: .reports, vocabularies: Vocabulary.reports + Vocabulary.moderation,
            failures: .reportsAlone),
    ]

    /// The words of the modules below the features.
    private static let tools = [
        Vocabulary.models, Vocabulary.networking, Vocabulary.presentation, Vocabulary.auth, Vocabulary.calendars,
        Vocabulary.iCalendar,
    ].flatMap(\.self)

    /// The words of reminders, and of what the app draws.
    private static let drawn = [
        NotificationKind.vocabulary, NotificationSchedulingError.vocabulary, ConnectAction.vocabulary,
        MeetupCluster.vocabulary, Match.endingVocabulary, ClusterMapSVG.vocabulary,
        NotificationPlanTable.vocabulary,
    ]
}
