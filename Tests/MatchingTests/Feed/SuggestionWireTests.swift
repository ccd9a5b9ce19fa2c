import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct SuggestionWireTests {
    @Test func `a suggestion is decoded as a person with a compatibility`() throws {
        let json = #"""
            {"id":"7","name":"Noor","interests":["music"],"compatibility":{"score":0.52,"at_best":0.8,"estimate":0.6,
            "confidence":0.7,"reasons":[{"code":"shared_interest","parameters":{"interest":"Music"}}],
            "difference":{"code":"same_star_sign","parameters":{}}}}
            """#
        let suggestion = try OrbitJSON.decoder.decode(Suggestion.self, from: Data(json.utf8))
        #expect(suggestion.person.profile.name == "Noor")
        #expect(suggestion.compatibility?.score == 0.52)
        #expect(suggestion.compatibility?.range == 0.52...0.8)
        #expect(suggestion.compatibility?.reasons.map(\.phrase) == ["You both like Music."])
        #expect(suggestion.compatibility?.difference?.phrase == "")
        let again = try OrbitJSON.decoder.decode(Suggestion.self, from: OrbitJSON.encoder.encode(suggestion))
        #expect(again == suggestion)
    }

    @Test func `a suggestion without a compatibility is decoded`() throws {
        let suggestion = try OrbitJSON.decoder.decode(Suggestion.self, from: Data(#"{"id":"7","name":"Noor"}"#.utf8))
        #expect(suggestion.compatibility == nil)
    }

    @Test(arguments: [("-3", "9", 0, 1), ("7", "0.2", 1, 1), ("0.4", "0.1", 0.4, 0.4)])
    func `numbers out of range are clamped`(
        score: String, atBest: String, lower: Double, upper: Double
    ) throws {
        let json = #"{"score":\#(score),"at_best":\#(atBest),"estimate":5,"confidence":-1}"#
        let compatibility = try OrbitJSON.decoder.decode(Compatibility.self, from: Data(json.utf8))
        #expect(compatibility.range == lower...upper)
        #expect(compatibility.estimate == 1 && compatibility.confidence == 0)
        #expect(compatibility.reasons.isEmpty)
    }

    @Test func `shares are encoded in hundredths`() throws {
        let (mine, theirs) = (
            Personality(introvertExtrovert: UnitInterval(0.123)), Personality(introvertExtrovert: UnitInterval(0.456))
        )
        let day = try #require(CalendarDay(year: 2026, month: 11, day: 21))
        let compatibility = Compatibility(
            of: Profile(name: "a", personality: mine), with: Profile(name: "b", personality: theirs),
            on: ComparisonContext(timeZone: .gmt, day: day))
        let text = String(decoding: try OrbitJSON.encoder.encode(compatibility), as: UTF8.self)
        #expect(text.contains(#""score":0.05"#))
        #expect(!text.contains("0.04"))
    }

    @Test func `suggestions are sorted by score, then by id, and last without a score`() throws {
        func suggestion(_ id: UserID, _ score: String?) throws -> Suggestion {
            let compatibility = try score.map {
                try OrbitJSON.decoder.decode(
                    Compatibility.self,
                    from: Data(#"{"score":\#($0),"at_best":1,"estimate":1,"confidence":1}"#.utf8))
            }
            return Suggestion(person: Person(id: id, profile: Profile(name: "x")), compatibility: compatibility)
        }
        let people = [
            try suggestion("d", nil), try suggestion("c", "0.2"), try suggestion("b", "0.7"),
            try suggestion("a", "0.2"),
        ]
        #expect(people.bestFirst.map(\.id) == ["b", "a", "c", "d"])
    }
}
