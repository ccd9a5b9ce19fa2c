import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct CompatibilityTests {
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func `a pair has the same score from both sides`(seed: UInt64) throws
    {
        var random = RandomPeople(seed: seed)
        let zones = try ["UTC", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu"].map {
            try #require(TimeZone(identifier: $0))
        }
        let profiles = (0..<24).map { _ in random.profile(zones) }
        let campus = try Self.campus(profiles)
        for one in profiles {
            for other in profiles {
                let (there, back) = (
                    Compatibility(of: one, with: other, on: campus), Compatibility(of: other, with: one, on: campus)
                )
                #expect(there.score == back.score)
                #expect(there.range == back.range)
                #expect(there.confidence == back.confidence)
                #expect((0...1).contains(there.score) && (0...1).contains(there.confidence))
                #expect(there.range.lowerBound == there.score && there.range.upperBound <= 1)
                #expect((there.range.lowerBound - 1e-9...there.range.upperBound + 1e-9).contains(there.estimate))
                #expect(there.reasons.count <= 3)
                #expect((there.reasons + [there.difference].compactMap(\.self)).allSatisfy { !$0.phrase.isEmpty })
            }
        }
    }

    @Test func `an unanswered question widens the range and scores above a difference`() throws {
        let mine = Self.profile(personality: (0.5, 0.5, 0.5), interests: ["music"])
        let agrees = Self.profile(personality: (0.5, 0.5, 0.5), interests: ["music"])
        let silent = Self.profile(personality: (nil, nil, nil), interests: ["music"])
        let differs = Self.profile(personality: (0, 1, 0), interests: ["music"])
        let campus = try Self.campus()
        let scores = [agrees, silent, differs].map { Compatibility(of: mine, with: $0, on: campus) }
        #expect(scores[1].confidence < scores[0].confidence)
        #expect(scores[1].range.lowerBound < scores[0].score)
        #expect(scores[1].range.upperBound == scores[0].range.upperBound)
        #expect(scores[1].estimate > scores[2].estimate)
    }

    @Test func `every answered question narrows the range on both ends`() throws {
        let campus = try Self.campus()
        let mine = Self.profile(personality: (0.2, 0.9, 0.4), interests: ["music"], hours: "mon 9-12")
        var theirs = Profile(name: "Noor")
        var last = Compatibility(of: mine, with: theirs, on: campus)
        #expect(last.score == 0 && last.confidence == 0 && last.range == 0...1 && last.estimate == 0)
        let answers: [(inout Profile) -> Void] = [
            { $0.interests = [Interest("music"), Interest("travel")] },
            { $0.personality.introvertExtrovert = UnitInterval(0.3) },
            { $0.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("mon 10-14") ?? HourSet()) },
            { $0.personality.activeRelaxed = UnitInterval(0) },
        ]
        for answer in answers {
            answer(&theirs)
            let next = Compatibility(of: mine, with: theirs, on: campus)
            #expect(next.confidence > last.confidence)
            #expect(next.range.lowerBound > last.range.lowerBound)
            #expect(next.range.upperBound < last.range.upperBound)
            last = next
        }
    }

    @Test func `a complete profile matches itself with the highest score for plenty of free time`() throws {
        var me = Self.profile(personality: (0.1, 0.2, 0.3), interests: ["music"], hours: "tue 17-23")
        me.socialPreferences = SocialPreferences(
            groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
        me.location = Location(city: "Berkeley", coordinates: Coordinates(latitude: 37.87, longitude: -122.27))
        let match = Compatibility(of: me, with: me, on: try Self.campus())
        #expect(abs(match.score - 0.9875) < 1e-9 && abs(match.confidence - 1) < 1e-9)
        #expect(match.difference == nil)
    }

    @Test func `a rare shared interest scores higher than a common shared interest`() throws {
        let everyone = (0..<100).map { [Interest("music")] + ($0 < 3 ? [Interest("Cave diving")] : []) }
        let campus = try Self.campus(rarity: InterestRarity(of: everyone))
        let mine = Self.profile(interests: ["music", "Cave diving"])
        let diver = Compatibility(of: mine, with: Self.profile(interests: ["Cave diving", "travel"]), on: campus)
        let listener = Compatibility(of: mine, with: Self.profile(interests: ["music", "travel"]), on: campus)
        #expect(diver.score > listener.score)
        #expect(diver.reasons.map(\.phrase) == ["You both like Cave diving. Few people here do."])
        #expect(listener.reasons.map(\.phrase) == ["You both like Music."])
    }

    @Test func `a one-sided match scores below half of a mutual match`() throws {
        let campus = try Self.campus()
        let mine = Self.profile(interests: ["music"])
        let even = Compatibility(of: mine, with: Self.profile(interests: ["music"]), on: campus)
        let lopsided = Compatibility(
            of: mine, with: Self.profile(interests: ["music", "travel", "nature", "gaming"]), on: campus)
        #expect(lopsided.score < even.score / 2)
    }

    @Test func `free hours are compared at the same instants`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let campus = try Self.campus()
        let mine = Self.profile(hours: "tue 17-19, wed 8-12")
        func match(_ hours: String) -> Compatibility {
            var theirs = Self.profile(hours: hours)
            theirs.availability?.timeZone = berlin
            return Compatibility(of: mine, with: theirs, on: campus)
        }
        #expect(match("tue 17-19").score < match("tue 18-20").score)
        #expect(match("tue 18-20").reasons.map(\.phrase) == ["You share some free time."])
        #expect(match("tue 18-20, wed 9-13").reasons.map(\.phrase) == ["You share plenty of free time."])
        #expect(match("tue 17-19").reasons.isEmpty)
        #expect(match("tue 20-22").score == match("tue 17-19").score)
    }

    @Test func `hours of the campus's own zone count even in the week that skips them`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let campus = ComparisonContext(
            timeZone: berlin, day: try #require(CalendarDay(year: 2026, month: 3, day: 25)))
        var mine = Self.profile(hours: "sun 2-4")
        mine.availability?.timeZone = berlin
        #expect(campus.freeTime(of: mine, with: mine) == FreeTimeLevel.some)
    }

    @Test func `hours of zones half an hour apart share their whole hours`() throws {
        let kolkata = try #require(TimeZone(identifier: "Asia/Kolkata"))
        let campus = try Self.campus()
        func level(_ hours: String) -> FreeTimeLevel? {
            var theirs = Self.profile(hours: hours)
            theirs.availability?.timeZone = kolkata
            return campus.freeTime(of: Self.profile(hours: "tue 10-18"), with: theirs)
        }
        #expect(level("tue 17-20") == FreeTimeLevel.some)
        #expect(level("tue 17-19") == .little)
        #expect(level("tue 17-18") == nil)  // no whole hour is left
    }

    @Test func `flexible matches every frequency, and adjacent group sizes match half`() throws {
        let campus = try Self.campus()
        func score(_ mine: SocialPreferences, _ theirs: SocialPreferences) -> Double {
            Compatibility(
                of: Profile(name: "a", socialPreferences: mine), with: Profile(name: "b", socialPreferences: theirs),
                on: campus
            ).score
        }
        func frequency(_ value: MeetingFrequency) -> SocialPreferences { SocialPreferences(meetingFrequency: value) }
        func size(_ value: GroupSize) -> SocialPreferences { SocialPreferences(groupSize: value) }
        #expect(
            score(frequency(.weekly), frequency(.flexible)) == score(frequency(.weekly), frequency(.weekly)))
        #expect(score(frequency(.weekly), frequency(.monthly)) == 0)
        #expect(score(size(.small), size(.medium)) * 2 == score(size(.small), size(.small)))
        #expect(score(size(.small), size(.large)) == 0)
        #expect(score(size(GroupSize(rawValue: "crowd")), size(GroupSize(rawValue: "crowd"))) == 0)
    }

    @Test func `homes are compared by their squares only`() throws {
        var campus = try Self.campus()
        campus.homes = HomeGrid(centre: Coordinates(latitude: 37.87, longitude: -122.26))
        func home(_ latitude: Double, _ longitude: Double) -> Profile {
            Profile(
                name: "a",
                location: Location(
                    city: "Berkeley", coordinates: Coordinates(latitude: latitude, longitude: longitude)))
        }
        let mine = home(37.8705, -122.2705)
        func score(_ theirs: Profile) -> Double { Compatibility(of: mine, with: theirs, on: campus).score }
        #expect(score(home(37.8705, -122.2705)) == score(home(37.935, -122.2)))
        #expect(score(home(37.935, -122.2)) > score(home(37.95, -122.2)))
        #expect(score(home(37.95, -122.2)) == score(home(38.08, -122.05)))
        #expect(score(home(38.08, -122.05)) > score(home(38.1, -122.05)))
        #expect(score(home(38.1, -122.05)) == score(home(-37, 57)))
        #expect(score(Profile(name: "a")) == 0)
    }

    @Test func `rankings exclude the viewer and order equal people by id`() throws {
        let campus = try Self.campus()
        let twin = Self.profile(interests: ["music"])
        let people = ["c", "a", "me", "b"].map { Person(id: UserID($0), profile: twin) }
        let viewer = people[2]
        #expect(Suggestion.ranking(of: people, for: viewer, on: campus).map(\.id) == ["a", "b", "c"])
        #expect(Suggestion.ranking(of: [viewer], for: viewer, on: campus).isEmpty)
        #expect(Suggestion.ranking(of: [], for: viewer, on: campus).isEmpty)
        let admitted = Suggestion.ranking(of: people, for: viewer, on: campus) { $0.id != "b" }
        #expect(admitted.map(\.id) == ["a", "c"])
    }

    private static func campus(_ profiles: [Profile] = []) throws -> ComparisonContext {
        try campus(rarity: InterestRarity(of: profiles.map(\.interests)))
    }

    private static func campus(rarity: InterestRarity) throws -> ComparisonContext {
        ComparisonContext(
            rarity: rarity, timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
    }

    private static func profile(
        personality: (Double?, Double?, Double?) = (nil, nil, nil), interests: [String] = [], hours: String? = nil
    ) -> Profile {
        Profile(
            name: "Someone", interests: interests.map { Interest($0) },
            personality: Personality(
                introvertExtrovert: personality.0.flatMap { UnitInterval($0) },
                spontaneousPlanner: personality.1.flatMap { UnitInterval($0) },
                activeRelaxed: personality.2.flatMap { UnitInterval($0) }),
            availability: hours.flatMap { HourSet($0) }.map { WeeklyAvailability(timeZone: .gmt, hours: $0) })
    }
}
