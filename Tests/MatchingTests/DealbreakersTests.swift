import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct DealbreakersTests {
    @Test func `without dealbreakers all people are admitted`() throws {
        #expect(try Self.admit(Dealbreakers.none, Profile(name: "b"), .none))
    }

    @Test func `one side's dealbreaker is enough, whichever side it is`() throws {
        let adults = Dealbreakers(ages: 18...25)
        #expect(try Self.admit(adults, Self.person(age: 20), .none))
        #expect(try !Self.admit(adults, Self.person(age: 26), .none))
        #expect(try Self.admit(.none, Self.person(age: 26), adults))
        #expect(try !Self.admit(.none, Self.person(age: 26), Dealbreakers(ages: 30...40)))
    }

    @Test func `what is not known to hold does not`() throws {
        #expect(try !Self.admit(Dealbreakers(ages: 18...25), Profile(name: "b"), .none))
        #expect(try !Self.admit(Dealbreakers(farthest: .farAway), Profile(name: "b"), .none))
        #expect(try !Self.admit(Dealbreakers(sharedHours: 1), Profile(name: "b"), .none))
        #expect(try !Self.admit(Dealbreakers(goals: [.studyBuddies]), Profile(name: "b"), .none))
    }

    @Test func `distance, hours and goals are checked independently`() throws {
        var theirs = Self.person(age: 20)
        theirs.location = Location(city: "Oakland", coordinates: Coordinates(latitude: 37.8, longitude: -122.27))
        theirs.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 18-22") ?? HourSet())
        theirs.friendshipGoals = [.closeFriends, .studyBuddies]
        #expect(try Self.admit(Dealbreakers(farthest: .sameTown), theirs, .none))
        #expect(try !Self.admit(Dealbreakers(farthest: .nearby), theirs, .none))
        #expect(try Self.admit(Dealbreakers(sharedHours: 2), theirs, .none))
        #expect(try !Self.admit(Dealbreakers(sharedHours: 3), theirs, .none))
        #expect(try Self.admit(Dealbreakers(goals: [.studyBuddies, .networking]), theirs, .none))
        #expect(try !Self.admit(Dealbreakers(goals: [.networking]), theirs, .none))
    }

    /// For a person of 21 in Berkeley who is free on Tuesday evening.
    private static func admit(_ mine: Dealbreakers, _ theirs: Profile, _ theirDealbreakers: Dealbreakers) throws -> Bool
    {
        var me = person(age: 21)
        me.location = Location(city: "Berkeley", coordinates: Coordinates(latitude: 37.87, longitude: -122.27))
        me.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 16-20") ?? HourSet())
        let campus = CampusScale(timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
        return mine.admit(theirs, to: me, on: campus) && theirDealbreakers.admit(me, to: theirs, on: campus)
    }

    private static func person(age: Int) -> Profile { Profile(name: "Someone", statedAge: age) }

    @Test func `dealbreakers survive a round trip`() throws {
        for dealbreakers in [
            Dealbreakers.none, Dealbreakers(ages: 19...24, farthest: .sameTown, sharedHours: 2, goals: [.closeFriends]),
        ] {
            let data = try OrbitJSON.encoder.encode(dealbreakers)
            #expect(try OrbitJSON.decoder.decode(Dealbreakers.self, from: data) == dealbreakers)
        }
        #expect(try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data("{}".utf8)) == .none)
    }

    @Test(arguments: [
        #"{"ages":{"from":30,"to":20}}"#, #"{"ages":{"from":30}}"#, #"{"farthest":"the_moon"}"#,
        #"{"shared_hours":"2"}"#,
    ])
    func `invalid dealbreakers are refused`(json: String) {
        #expect(throws: DecodingError.self) {
            try OrbitJSON.decoder.decode(Dealbreakers.self, from: Data(json.utf8))
        }
    }

    @Test func `there are 168 hours in a week`() {
        #expect(Dealbreakers(sharedHours: 1_000).sharedHours == 168)
        #expect(Dealbreakers(sharedHours: -1).sharedHours == 0)
    }
}
