import Connections
import OrbitApp
import OrbitModels
import Testing
import Validation

/// Features whose names are taken or invalid.
@Suite struct FeatureNamesTests {
    private static let long = String(repeating: "a", count: 65)

    private typealias Refusals = [([AppFeature], AppFeatureError)]

    private static let names: Refusals = [
        ([AppFeature("")], .invalidName("", feature: "")),
        ([AppFeature("Notices")], .invalidName("Notices", feature: "Notices")),
        ([AppFeature("a.b")], .invalidName("a.b", feature: "a.b")),
        ([AppFeature(long)], .invalidName(long, feature: long)),
        ([.notices, .notices], .repeatedName("notices")),
        ([AppFeature("meetups")], .repeatedName("meetups")),
        ([.notices, AppFeature("a") { NoticesModels($0) }], .repeatedModels(feature: "a", owner: "notices")),
    ]

    private static let routes: Refusals = [
        ([AppFeature("a", routes: [UpperRoute.self])], .invalidName("A/B", feature: "a")),
        (
            [AppFeature("a", routes: [NoticeRoute.self, NoticeRoute.self])],
            .repeatedPrefix("notices", feature: "a", owner: "a")
        ),
        (
            [.notices, AppFeature("a", routes: [NoticeRoute.self])],
            .repeatedPrefix("notices", feature: "a", owner: "notices")
        ),
        ([AppFeature("a", routes: [TakenRoute.self])], .repeatedPrefix("users", feature: "a", owner: "profiles")),
        ([AppFeature("a", routes: [TabRoute.self])], .repeatedPrefix("pokes", feature: "a", owner: "app")),
    ]

    private static let events: Refusals = [
        (
            [AppFeature("a", events: EventCatalogue([.noticePosted: Notice.self, .noticePosted: String.self]))],
            .repeatedEvent(.noticePosted, feature: "a", owner: "a")
        ),
        (
            [.notices, AppFeature("a", events: EventCatalogue([.noticePosted: Notice.self]))],
            .repeatedEvent(.noticePosted, feature: "a", owner: "notices")
        ),
        (
            [AppFeature("a", events: EventCatalogue([.pokeReceived: String.self]))],
            .repeatedEvent(.pokeReceived, feature: "a", owner: "connections")
        ),
        (
            [AppFeature("a", events: EventCatalogue([.personHidden: String.self]))],
            .repeatedEvent(.personHidden, feature: "a", owner: "app")
        ),
    ]

    private static let words: Refusals = [
        (
            [AppFeature("a", vocabularies: [.notices, .notices])],
            .repeatedWord("notice.new", feature: "a", owner: "a")
        ),
        (
            [AppFeature("a", vocabularies: [HomeTab.vocabulary])],
            .repeatedWord("home_tab.chats", feature: "a", owner: "app")
        ),
        (
            [AppFeature("a", emptyLists: [.notices: "None.", .notices: "Nothing."])],
            .repeatedWord("empty_list.notices", feature: "a", owner: "a")
        ),
        (
            [AppFeature("a", emptyLists: [.incomingPokes: "None."])],
            .repeatedWord("empty_list.pokes.incoming", feature: "a", owner: "connections")
        ),
        (
            [AppFeature("a", failures: MessageCatalogue(templates: [.required: "Now."]))],
            .repeatedWord("required", feature: "a", owner: "app")
        ),
    ]

    private static let misplaced: Refusals = [
        (
            [
                AppFeature(
                    "a",
                    failures: MessageCatalogue(words: LocalizedStrings([LocalizationKey("home_tab", "pokes"): "POKES"]))
                )
            ],
            .misplacedWords(feature: "a")
        ),
        ([AppFeature("b", failures: MessageCatalogue(otherwise: "NO"))], .misplacedWords(feature: "b")),
    ]

    private static let refused: Refusals = names + routes + events + words + misplaced

    @Test(arguments: refused)
    func `a feature with a name that is invalid or taken is refused`(
        features: [AppFeature], expected: AppFeatureError
    ) {
        #expect(throws: expected) { try AppFeatures(features) }
    }

    @Test func `a name has up to 64 lower-case letters, digits, hyphens and underscores`() {
        let longest = AppFeature(String(repeating: "a", count: 64))
        #expect(throws: Never.self) { try AppFeatures([longest, AppFeature("0-az_9")]) }
    }

    @Test func `a feature may read person.changed events only with the data type of the app`() {
        let shared = AppFeature("a", events: EventCatalogue([.personChanged: ChangedPerson.self]))
        let other = AppFeature("b", events: EventCatalogue([.personChanged: Notice.self]))
        #expect(throws: Never.self) { try AppFeatures([shared]) }
        #expect(throws: AppFeatureError.self) { try AppFeatures([shared, other]) }
    }

    @Test func `a feature whose catalogue contains one kind of event twice is refused`() {
        let posted = EventCatalogue([.noticePosted: Notice.self])
        let twice = AppFeature("a", events: EventCatalogue(joining: [posted, posted]))
        #expect(throws: AppFeatureError.repeatedEvent(.noticePosted, feature: "a", owner: "a")) {
            try AppFeatures([twice])
        }
    }

    @Test func `without features of other packages the words are those of the app`() throws {
        let features = try AppFeatures([])
        #expect(features.vocabularies.flatMap(\.keys) == Vocabulary.app.flatMap(\.keys))
        #expect(features.catalogue.missing(from: .app, []).isEmpty)
    }

    @Test func `each refusal names the feature and says what to change`() {
        let sentences = Self.refused.map { $0.1.message(in: .english) }
        #expect(Set(sentences).count == Self.refused.count)
        #expect(sentences.filter { $0.contains("{") }.isEmpty)
        #expect(
            AppFeatureError.repeatedName("notices").message(in: .english)
                == "Two features have the name notices. Rename one of them.")
        let german = LocalizedStrings([LocalizationKey("app_feature_error", "repeated_name"): "{name} gibt es schon."])
        #expect(AppFeatureError.repeatedName("notices").message(in: german) == "notices gibt es schon.")
    }
}

/// A route with an invalid prefix: it has capital letters and a slash.
private enum UpperRoute: FeatureRoute {
    case place

    static let prefix = "A/B"

    init?(path: [String]) { self = .place }

    var path: [String] { [] }
}

/// A route with the name of a tab.
private enum TabRoute: FeatureRoute {
    case place

    static let prefix = "pokes"

    init?(path: [String]) { self = .place }

    var path: [String] { [] }
}
