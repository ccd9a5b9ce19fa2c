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
public import OrbitModels
import Presentation
import Profiles
import Reputation
import Safety
import Trust
public import Validation

extension EventCatalogue {
    /// What the events of all features look like.
    static let app = EventCatalogue(joining: [
        .profiles,
        .discover,
        .connections,
        .meetups,
        .care,
        .ratings,
        .reports,
    ])
}

extension MessageCatalogue {
    /// What the app says in English: of the profile, of meetups, of ratings, of safety, and of everything else.
    public static let app = MessageCatalogue.meetups.overlaid(with: .ratings).overlaid(with: .careAlone)
        .overlaid(with: .reportsAlone)
}

extension Vocabulary {
    /// All that the app shows, so that a test of a front end can ask what its language lacks:
    ///
    /// ```swift
    /// #expect(MessageCatalogue.german.missing(from: .app, Vocabulary.app).isEmpty)
    /// ```
    public static let app = [
        models, networking, presentation, auth, matching, calendars, iCalendar, profiles, connections, discover,
        meetups, trust, standing, reports, moderation, care, appSentences,
        [
            NotificationKind.vocabulary, NotificationSchedulingError.vocabulary, ConnectAction.vocabulary,
            MeetupCluster.vocabulary, Match.endingVocabulary, ClusterMapSVG.vocabulary,
            NotificationPlanTable.vocabulary,
        ],
    ].flatMap(\.self)
}
