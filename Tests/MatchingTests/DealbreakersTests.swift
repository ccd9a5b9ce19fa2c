import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct DealbreakersTests {
    @Test func `people without dealbreakers admit each other`() throws {
        #expect(try Self.admit(Dealbreakers.none, Profile(name: "b"), .none))
    }

    @Test func `a dealbreaker of either side excludes the pair`() throws {
        let adults = Dealbreakers(ages: 18...25)
        #expect(try Self.admit(adults, Self.person(age: 20), .none))
        #expect(try !Self.admit(adults, Self.person(age: 26), .none))
        #expect(try Self.admit(.none, Self.person(age: 26), adults))
        #expect(try !Self.admit(.none, Self.person(age: 26), Dealbreakers(ages: 30...40)))
    }

    @Test func `a dealbreaker about an unknown value excludes the person`() throws {
        #expect(try !Self.admit(Dealbreakers(ages: 18...25), Profile(name: "b"), .none))
        #expect(try !Self.admit(Dealbreakers(farthest: .further), Profile(name: "b"), .none))
        #expect(try !Self.admit(Dealbreakers(freeTime: .some), Profile(name: "b"), .none))
        #expect(try !Self.admit(Dealbreakers(goals: [.studyBuddies]), Profile(name: "b"), .none))
    }

    @Test func `distance, hours and goals are checked independently`() throws {
        var theirs = Self.person(age: 20)
        theirs.location = Location(city: "Oakland", coordinates: Coordinates(latitude: 37.79, longitude: -122.27))
        theirs.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 18-22") ?? HourSet())
        theirs.friendshipGoals = [.closeFriends, .studyBuddies]
        #expect(try Self.admit(Dealbreakers(farthest: .neighbouring), theirs, .none))
        #expect(try !Self.admit(Dealbreakers(farthest: .same), theirs, .none))
        #expect(try Self.admit(Dealbreakers(freeTime: .some), theirs, .none))
        #expect(try !Self.admit(Dealbreakers(freeTime: .plenty), theirs, .none))
        #expect(try Self.admit(Dealbreakers(goals: [.studyBuddies, .networking]), theirs, .none))
        #expect(try !Self.admit(Dealbreakers(goals: [.networking]), theirs, .none))
    }

    /// Whether a person of 21 in Berkeley, who is free on Tuesday evening, and the other person admit each other.
    private static func admit(_ mine: Dealbreakers, _ theirs: Profile, _ theirDealbreakers: Dealbreakers) throws -> Bool
    {
        var me = person(age: 21)
        me.location = Location(city: "Berkeley", coordinates: Coordinates(latitude: 37.87, longitude: -122.27))
        me.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 16-20") ?? HourSet())
        let campus = ComparisonContext(
            timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)),
            homes: HomeGrid(centre: me.location?.coordinates))
        return mine.admit(theirs, to: me, on: campus) && theirDealbreakers.admit(me, to: theirs, on: campus)
    }

    private static func person(age: Int) -> Profile { Profile(name: "Someone", statedAge: age) }

    @Test func `dealbreakers survive a round trip`() throws {
        for dealbreakers in [
            Dealbreakers.none,
            Dealbreakers(ages: 19...24, farthest: .neighbouring, freeTime: .plenty, goals: [.closeFriends]),
            Dealbreakers(ages: 20...20),
        ] {
            let data = try OrbitJSON.encoder.encode(dealbreakers)
            #expect(try OrbitJSON.decoder.decode(Dealbreakers.self, from: data) == dealbreakers)
        }
        #expect(try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data("{}".utf8)) == .none)
    }

    @Test(arguments: [
        #"{"ages":{"from":30,"to":20}}"#, #"{"ages":{"from":30}}"#, #"{"farthest":"the_moon"}"#,
        #"{"shared_hours":"2"}"#, #"{"free_time":"endless"}"#, #"{"free_time":2}"#,
    ])
    func `invalid dealbreakers are refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data(json.utf8))
        }
    }

    @Test func `a required level of little free time equals no requirement`() throws {
        var dealbreakers = Dealbreakers(freeTime: .little)
        #expect(dealbreakers == .none)
        dealbreakers.freeTime = .plenty
        dealbreakers.freeTime = .little
        #expect(dealbreakers == .none)
        #expect(try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data(#"{"free_time":"little"}"#.utf8)) == .none)
    }

    @Test(arguments: [
        (#"{"shared_hours":-1}"#, Dealbreakers.none), (#"{"shared_hours":0}"#, .none), (#"{"shared_hours":1}"#, .none),
        (#"{"shared_hours":2}"#, Dealbreakers(freeTime: .some)),
        (#"{"shared_hours":5}"#, Dealbreakers(freeTime: .some)),
        (#"{"shared_hours":6}"#, Dealbreakers(freeTime: .plenty)),
        (#"{"shared_hours":168}"#, Dealbreakers(freeTime: .plenty)),
        (#"{"shared_hours":6,"free_time":"some"}"#, Dealbreakers(freeTime: .some)),
        (#"{"farthest":"nearby"}"#, Dealbreakers(farthest: .neighbouring)),
        (#"{"farthest":"same_town"}"#, Dealbreakers(farthest: .neighbouring)),
        (#"{"farthest":"same_region"}"#, Dealbreakers(farthest: .further)),
        (#"{"farthest":"day_trip"}"#, Dealbreakers(farthest: .further)),
        (#"{"farthest":"far_away"}"#, Dealbreakers(farthest: .further)),
    ])
    func `an older requirement becomes the nearest weaker level`(json: String, expected: Dealbreakers) throws {
        let known = try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data(json.utf8))
        #expect(known == expected)
        let written = String(decoding: try OrbitJSON.encoder.encode(known), as: UTF8.self)
        #expect(!written.contains("shared_hours"))
        #expect(try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data(written.utf8)) == known)
    }
}
