import Foundation
import OrbitApp
import OrbitModels
import Testing
import Validation

@testable import CampusWeb

@Suite struct WordsTests {
    /// A value for each parameter that a text of this front end can have.
    private static let parameters: [String: ParameterValue] = [
        "count": 2, "date": "X1X", "title": "X2X", "name": "X3X", "percent": "X4X", "places": 7, "receipt": "X5X",
    ]

    @Test(arguments: PageWord.allCases)
    func `a word has a text in both languages, with the same parameters`(_ word: PageWord) throws {
        let english = try #require(word.english(Self.parameters))
        let spanish = try #require(word.spanish(Self.parameters))
        #expect(!english.isEmpty && !spanish.isEmpty)
        for value in ["X1X", "X2X", "X3X", "X4X", "X5X"] {
            #expect(english.contains(value) == spanish.contains(value), "\(word): \(value)")
        }
        #expect(!english.contains("{") && !spanish.contains("{"))
    }

    @Test func `a text with a number has a form for one and a form for several`() {
        #expect(PageWord.triesLeft.english(["count": 1]) == "1 try left")
        #expect(PageWord.triesLeft.spanish(["count": 1]) == "Queda 1 intento")
        #expect(PageWord.triesLeft.spanish(["count": 3]) == "Quedan 3 intentos")
    }

    @Test(
        arguments: [
            (nil, "es", .spanish), (nil, "es-MX,en;q=0.5", .spanish), (nil, "en;q=0.5,es;q=0.9", .spanish),
            (nil, "fr, de", .english), (nil, nil, .english), (nil, "", .english), ("es", "en", .spanish),
            ("xx", "es", .spanish), (nil, "es;q=0,en", .english), (nil, ";;q=,,=", .english), (nil, "ES", .spanish),
        ] as [(String?, String?, PageLanguage)])
    func `the setting selects the language, or else the browser`(
        _ setting: String?, _ accepted: String?, _ language: PageLanguage
    ) {
        #expect(PageLanguage(setting: setting, accepted: accepted) == language)
    }

    @Test func `dates and numbers are those of the language`() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let date = Date(timeIntervalSince1970: 1_789_391_400)
        #expect(Dates(language: .english, zone: zone).day(date).contains("September"))
        #expect(Dates(language: .spanish, zone: zone).day(date).contains("septiembre"))
        #expect(Dates(language: .english, zone: zone).number(4.5) == "4.5")
        #expect(Dates(language: .spanish, zone: zone).number(4.5) == "4,5")
    }

    /// Vocabularies of files, of pictures and of programmers, which stay English, and reminders, whose texts are
    /// functions.
    private static let english: Set = [
        "calendar_problem", "calendar_part", "calendar_file_error", "recurrence_rule_error", "app_feature_error",
        "server_address", "token_store", "token_store_error", "notification_error", "notification_plan",
        "notification", "meeting_request_error", "calendar_view", "cluster_map", "deep_link_error",
    ]

    @Test func `every text of the app has a Spanish text, except for the named vocabularies`() {
        let missing = SpanishWords.words.missing(from: Vocabulary.app + [PageWord.vocabulary])
        let unexpected = missing.filter { !Self.english.contains($0.vocabulary) }.map(\.description)
        #expect(unexpected.isEmpty, "\(unexpected)")
    }

    @Test func `a Spanish text has the parameters of its English text`() {
        let names = [
            "after", "again", "before", "coming", "contact", "count", "date", "day", "days", "duration", "email",
            "end_time",
            "expected", "first", "high", "hours", "interest", "interval", "least", "level", "low", "max", "mean",
            "minutes", "name", "names", "ordinal", "part", "people", "rank", "rating", "required", "required_coming",
            "ring",
            "rule", "second", "seconds", "sport", "status", "text", "time", "title", "wait", "zone",
        ]
        let parameters = Dictionary(uniqueKeysWithValues: names.map { ($0, ParameterValue.text("⟦\($0)⟧")) })
        for vocabulary in Vocabulary.app where !Self.english.contains(vocabulary.name) {
            for (code, english) in vocabulary.english {
                guard let original = english(parameters),
                    let spanish = SpanishWords.words.own(code, in: vocabulary, parameters)
                else { continue }
                for name in names {
                    #expect(
                        original.contains("⟦\(name)⟧") == spanish.contains("⟦\(name)⟧"),
                        "\(vocabulary.name).\(code): \(name)")
                }
            }
        }
    }

    @Test func `every failure of a field has a Spanish message or falls back to the message of its code`() {
        for (code, template) in MessageCatalogue.english.templates {
            let parameters: [String: ParameterValue] = ["min": 3, "max": 9]
            guard template(parameters) != nil else { continue }
            #expect(SpanishWords.failures[code]?(parameters)?.isEmpty == false, "\(code.rawValue)")
        }
    }
}
