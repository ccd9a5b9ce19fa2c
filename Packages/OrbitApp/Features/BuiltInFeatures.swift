import Auth
import Calendars
import Chat
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
    ///
    /// Their names are in messages of ``AppFeatureError``, and some differ from the modules:
    ///
    /// | Name | Modules |
    /// |---|---|
    /// | `app` | The tools below the features, and OrbitApp |
    /// | `connections` | Connections: pokes, matches and blocks |
    /// | `chat` | Chat and Outbox |
    /// | `discover` | Discover and Matching |
    /// | `ratings` | Reputation and Trust |
    /// | `care` | Safety: mutes, check-ins and shared plans |
    /// | `reports` | Safety: reports and decisions; Moderation |
    static let builtIn: [AppFeature] = [
        AppFeature(
            builtIn: "app", vocabularies: tools + Vocabulary.appSentences + drawn, emptyLists: otherLists,
            failures: .english, prefixes: HomeTab.allCases.map(\.rawValue)),
        AppFeature(
            builtIn: "profiles", events: .profiles, vocabularies: Vocabulary.profiles, emptyLists: profileLists,
            prefixes: ["users"]),
        AppFeature(
            builtIn: "discover", events: .discover, vocabularies: Vocabulary.discover + Vocabulary.matching,
            emptyLists: discoverLists),
        AppFeature(
            builtIn: "connections", events: .connections, vocabularies: Vocabulary.connections,
            emptyLists: connectionLists),
        AppFeature(
            builtIn: "chat", events: .chat, vocabularies: Vocabulary.chat, emptyLists: chatLists,
            failures: .chatAlone, prefixes: ["conversations"]),
        AppFeature(
            builtIn: "meetups", events: .meetups, vocabularies: Vocabulary.meetups, emptyLists: meetupLists,
            failures: .meetupsAlone, prefixes: ["meetups"]),
        AppFeature(
            builtIn: "ratings", events: .ratings, vocabularies: Vocabulary.trust + Vocabulary.standing,
            emptyLists: ratingLists, failures: .ratings),
        AppFeature(
            builtIn: "care", events: .safety, vocabularies: Vocabulary.safety, emptyLists: safetyLists,
            failures: .safetyAlone),
        AppFeature(
            builtIn: "reports", events: .reports, vocabularies: Vocabulary.reports + Vocabulary.moderation,
            emptyLists: reportLists, failures: .reportsAlone),
    ]

    /// The words of the modules below the features.
    private static let tools = [
        Vocabulary.models, Vocabulary.networking, Vocabulary.presentation, Vocabulary.auth, Vocabulary.calendars,
        Vocabulary.iCalendar,
    ].flatMap(\.self)

    /// The words of reminders, and of the texts that the app draws.
    private static let drawn = [
        NotificationKind.vocabulary, NotificationSchedulingError.vocabulary, ConnectAction.vocabulary,
        MeetupCluster.vocabulary, Match.endingVocabulary, ClusterMapSVG.vocabulary,
        NotificationPlanTable.vocabulary,
    ]
}

/// The sentences for empty lists and values.
extension AppFeature {
    /// The sentence for lists without a sentence of their own.
    private static let otherLists: KeyValuePairs<ListName, MessageTemplate> = [
        ListName(rawValue: "other"): "There is nothing here yet."
    ]

    private static let profileLists: KeyValuePairs<ListName, MessageTemplate> = [
        ListName(rawValue: "person"): "This person does not share anything with you.",
        .profile: "You have no profile yet. Fill it in to begin.",
    ]

    private static let discoverLists: KeyValuePairs<ListName, MessageTemplate> = [
        .discover: "No one new today. Look again tomorrow.",
        .dealbreakers: "You have no dealbreakers.",
        .lessLike: "You have not asked to see less of anyone.",
    ]

    private static let connectionLists: KeyValuePairs<ListName, MessageTemplate> = [
        .incomingPokes: "No pokes wait for your answer.",
        .outgoingPokes: "None of your pokes are waiting for an answer.",
        .blocks: "You have not blocked anyone.",
        .matches: "You have no matches yet. Poke someone to begin.",
        .today: "There is no match today.",
    ]

    private static let chatLists: KeyValuePairs<ListName, MessageTemplate> = [
        .conversations: "You have no conversations yet. Write to a match to begin.",
        .chatSettings: "You have not chosen whether to share your activity.",
    ]

    private static let meetupLists: KeyValuePairs<ListName, MessageTemplate> = [
        .meetups: "There are no meetups that fit. Search for something else, or plan one.",
        .myMeetups: "You have no meetups yet. Join one, or plan one.",
        .meetupRequests: "No requests wait for your decision.",
        .meetupInvitations: "No invitations wait for your answer.",
        .sentMeetupInvitations: "You have not invited anyone yet.",
        .meetupPosts: "Nobody has written here yet.",
        .meetupAttendees: "No one is going yet.",
        .suggestionConsent: "You are not suggested for meetups.",
        .suggestedMeetups: "There are no suggestions for meetups today.",
        .suggestedPeople: "There is no one to suggest for this meetup.",
        .calendar: "Your calendar has no address yet.",
    ]

    private static let ratingLists: KeyValuePairs<ListName, MessageTemplate> = [
        .dueRatings: "There is no one to rate.",
        .givenRatings: "You have not rated anyone yet.",
        .receivedRatings: "You have no ratings yet.",
        .ownReputation: "You have no reputation yet.",
        ListName(rawValue: "reputation"): "There is not enough to show yet.",
        ListName(rawValue: "expected_attendance"): "It is too early to say how many will come.",
        .points: "You have no points yet.",
    ]

    private static let safetyLists: KeyValuePairs<ListName, MessageTemplate> = [
        .mutes: "You have not muted anyone.",
        .blockedAttendance: "No one you blocked is going.",
        .checkIns: "You have no check-ins.",
        .planShare: "You are not sharing this plan.",
    ]

    private static let reportLists: KeyValuePairs<ListName, MessageTemplate> = [
        .reports: "You have not reported anything.",
        .decisions: "There are no decisions about you.",
        .moderationCases: "No cases are waiting.",
        .moderationAppeals: "No appeals are waiting.",
        .moderationAudit: "No moderator has decided anything yet.",
    ]
}
