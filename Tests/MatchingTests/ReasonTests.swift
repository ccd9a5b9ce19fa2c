import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct ReasonTests {
    @Test func `the strongest terms give the reasons, each at most one`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        theirs.interests = [Interest("Board Games")]
        mine.personality = Personality(spontaneousPlanner: UnitInterval(0.9))
        theirs.personality = Personality(spontaneousPlanner: UnitInterval(0.8))
        let match = Compatibility(of: mine, with: theirs, on: try Self.campus)
        #expect(
            match.reasons.map(\.phrase) == [
                "You both like Board Games.", "You are both free Tue 17–19.", "You both like a plan.",
            ])
        #expect(match.reasons.map(\.code) == [.sharedInterest, .sharedHours, .alike])
        #expect(match.reasons.dropFirst().first?.parameters == ["day": "tue", "from": 17, "to": 19])
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

    @Test func `without a scale to differ on, an interest of theirs is the difference`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        theirs.interests = [Interest("Board Games"), Interest("podcasts")]
        let campus = try Self.campus
        #expect(
            Compatibility(of: mine, with: theirs, on: campus).difference?.phrase
                == "They like Podcasts; you may not know it yet.")
        mine.interests = theirs.interests
        #expect(Compatibility(of: mine, with: theirs, on: campus).difference == nil)
    }

    @Test func `the longest stretch of free hours is told, over midnight too`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        mine.availability?.hours = HourSet("mon 9-11, fri 22-2, sat 8-10") ?? HourSet()
        theirs.availability?.hours = HourSet("mon-sun 8-12; fri 20-2") ?? HourSet()
        mine.interests = []
        #expect(
            Compatibility(of: mine, with: theirs, on: try Self.campus).reasons.map(\.phrase)
                == ["You are both free Fri 22–2."])
    }

    @Test func `a term that adds nothing gives no reason`() throws {
        var (mine, theirs) = (Self.person, Self.person)
        theirs.interests = [Interest("nature")]
        theirs.availability = nil
        mine.socialPreferences = SocialPreferences(groupSize: .small, preferredTimes: [.mornings])
        theirs.socialPreferences = SocialPreferences(groupSize: .large, preferredTimes: [.evenings])
        #expect(Compatibility(of: mine, with: theirs, on: try Self.campus).reasons.isEmpty)
    }

    @Test func `a reason survives a round trip, and an unknown reason has no text`() throws {
        let reason = Reason(.sharedHours, ["day": "tue", "from": 17, "to": 19])
        let data = try OrbitJSON.encoder.encode(reason)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"code":"shared_hours","parameters":{"day":"tue","from":17,"to":19}}"#)
        #expect(try OrbitJSON.decoder.decode(Reason.self, from: data) == reason)
        #expect(Reason(ReasonCode(rawValue: "same_star_sign")).phrase.isEmpty)
        #expect(Reason(.sharedHours, ["day": "someday", "from": 99, "to": -1]).phrase.isEmpty)
    }

    @Test func `every kind of reason has its words`() {
        let reasons = [
            Reason(.sharedRareInterest, ["interest": "Board Games"]), Reason(.sameGroupSize, ["group_size": "small"]),
            Reason(.sameFrequency, ["meeting_frequency": "weekly"]), Reason(.sharedTime, ["time": "evenings"]),
            Reason(.liveNearby), Reason(.alike, ["scale": "active_relaxed", "end": "middle"]),
        ]
        #expect(
            reasons.map(\.phrase) == [
                "You both like Board Games, which few here do.", "You both like small groups.",
                "You both want to meet every week.", "You both like evenings.", "You live close to each other.",
                "You are about as active as they are.",
            ])
    }

    private static let person = Profile(
        name: "Someone", interests: [Interest("Board Games")],
        availability: WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 17-19") ?? HourSet()))

    private static var campus: CampusScale {
        get throws {
            CampusScale(timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
        }
    }
}
