import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct ReasonTests {
    @Test func `the strongest terms give at most one reason each`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        theirs.interests = [Interest("Board Games")]
        mine.personality = Personality(spontaneousPlanner: UnitInterval(0.9))
        theirs.personality = Personality(spontaneousPlanner: UnitInterval(0.8))
        let match = Compatibility(of: mine, with: theirs, on: try Self.campus)
        #expect(
            match.reasons.map(\.phrase) == [
                "You both like Board Games.", "You share some free time.", "You both like a plan.",
            ])
        #expect(match.reasons.map(\.code) == [.sharedInterest, .sharedFreeTime, .alike])
        #expect(match.reasons.dropFirst().first?.parameters == ["level": "some"])
    }

    @Test func `the difference is phrased from the viewer's side`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        mine.personality = Personality(introvertExtrovert: UnitInterval(0.1), activeRelaxed: UnitInterval(0.5))
        theirs.personality = Personality(introvertExtrovert: UnitInterval(0.9), activeRelaxed: UnitInterval(0.6))
        let campus = try Self.campus
        #expect(
            Compatibility(of: mine, with: theirs, on: campus).difference?.phrase
                == "They like more company than you do.")
        #expect(
            Compatibility(of: theirs, with: mine, on: campus).difference?.phrase == "They like it quieter than you do.")
    }

    @Test func `an interest of the other person is the difference if no scale differs`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        theirs.interests = [Interest("Board Games"), Interest("podcasts")]
        let campus = try Self.campus
        #expect(
            Compatibility(of: mine, with: theirs, on: campus).difference?.phrase
                == "They like Podcasts. You may not know it yet.")
        mine.interests = theirs.interests
        #expect(Compatibility(of: mine, with: theirs, on: campus).difference == nil)
        mine.interests = []
        #expect(
            Compatibility(of: mine, with: theirs, on: campus).difference?.phrase
                == "They like Board Games. You may not know it yet.")
    }

    @Test(
        arguments: [
            (0.2, 0.4, "low"), (0.3, 0.5, "middle"), (0.5, 0.6, "middle"), (0.6, 0.75, "high"), (0.1, 0.35, nil),
        ] as [(Double, Double, String?)])
    func `a scale on which both people are alike is named with its end`(mine: Double, theirs: Double, end: String?)
        throws
    {
        let profiles = [mine, theirs].map {
            Profile(name: "a", personality: Personality(activeRelaxed: UnitInterval($0)))
        }
        let campus = try Self.campus
        for (one, other) in [(profiles[0], profiles[1]), (profiles[1], profiles[0])] {
            let reasons = Compatibility(of: one, with: other, on: campus).reasons
            let expected = end.map { Reason(.alike, ["scale": "active_relaxed", "end": .text($0)]) }
            #expect(reasons == [expected].compactMap(\.self))
        }
    }

    @Test(arguments: [
        ("tue 17-18", nil), ("tue 17-19", "You share some free time."), ("tue 17-22", "You share some free time."),
        ("tue 17-23", "You share plenty of free time."), ("mon-sun 0-24", "You share plenty of free time."),
    ])
    func `the reason about shared hours reveals only the level some or plenty`(hours: String, phrase: String?) throws {
        var (mine, theirs) = (Self.person, Self.person)
        mine.availability?.hours = HourSet("mon-sun 0-24") ?? HourSet()
        theirs.availability?.hours = HourSet(hours) ?? HourSet()
        mine.interests = []
        let reasons = Compatibility(of: mine, with: theirs, on: try Self.campus).reasons
        #expect(reasons.map(\.phrase) == [phrase].compactMap(\.self))
        #expect(reasons.allSatisfy { $0.parameters.keys.elementsEqual(["level"]) })
    }

    @Test func `people of the same square have the reason same area, and other people do not`() throws {
        var (mine, theirs) = (Profile(name: "a"), Profile(name: "b"))
        mine.location = Location(city: "Ithaca", coordinates: Coordinates(latitude: 42.45, longitude: -76.48))
        theirs.location = Location(city: "Lansing", coordinates: Coordinates(latitude: 42.51, longitude: -76.48))
        var campus = try Self.campus
        campus.homes = HomeGrid(centre: mine.location?.coordinates)
        let reasons = Compatibility(of: mine, with: theirs, on: campus).reasons
        #expect(reasons == [Reason(.sameArea)])
        #expect(reasons.map(\.phrase) == ["You live in the same area."])
        theirs.location?.coordinates = Coordinates(latitude: 42.53, longitude: -76.48)
        #expect(Compatibility(of: mine, with: theirs, on: campus).reasons.isEmpty)
    }

    @Test func `a term without a score gives no reason`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        theirs.interests = [Interest("nature")]
        theirs.availability = nil
        mine.socialPreferences = SocialPreferences(groupSize: .small, preferredTimes: [.mornings])
        theirs.socialPreferences = SocialPreferences(groupSize: .large, preferredTimes: [.evenings])
        #expect(Compatibility(of: mine, with: theirs, on: try Self.campus).reasons.isEmpty)
    }

    @Test func `a reason survives a round trip, and an unknown reason has no text`() throws {
        let reason = Reason(.sharedFreeTime, ["level": "plenty"])
        let data = try OrbitJSON.encoder.encode(reason)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"code":"shared_free_time","parameters":{"level":"plenty"}}"#)
        #expect(try OrbitJSON.decoder.decode(Reason.self, from: data) == reason)
        #expect(Reason(ReasonCode(rawValue: "same_star_sign")).phrase.isEmpty)
        #expect(Reason(.sharedFreeTime, ["level": "endless"]).phrase.isEmpty)
        #expect(Reason(ReasonCode(rawValue: "shared_hours"), ["day": "tue", "from": 17, "to": 19]).phrase.isEmpty)
    }

    @Test func `every kind of reason has its words`() {
        let reasons = [
            Reason(.sharedRareInterest, ["interest": "Board Games"]), Reason(.sameGroupSize, ["group_size": "small"]),
            Reason(.sameFrequency, ["meeting_frequency": "weekly"]), Reason(.sharedTime, ["time": "evenings"]),
            Reason(.sameArea), Reason(.alike, ["scale": "active_relaxed", "end": "middle"]),
        ]
        #expect(
            reasons.map(\.phrase) == [
                "You both like Board Games. Few people here do.", "You both like small groups.",
                "You both want to meet every week.", "You both like evenings.", "You live in the same area.",
                "You are about as active as they are.",
            ])
    }

    private static let person = Profile(
        name: "Someone", interests: [Interest("Board Games")],
        availability: WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 17-19") ?? HourSet()))

    private static var campus: ComparisonContext {
        get throws {
            ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
        }
    }
}
