import Foundation
import Networking
import OrbitModels
import Randonneuring
import TeamAshaApp
import Testing

@Suite struct ModelTests {
    private func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONReader().decode(type, from: Data(json.utf8))
    }

    @Test func `a rider has the JSON form of the design, with a number as its id`() throws {
        let rider: Rider = try decoded(
            #"{"id": 7, "name": "Asha Rao", "photo_url": "https://a.example/7.jpg", "badges": ["pbp_finisher"]}"#)
        #expect(rider.id == "7" && rider.photoURL == "https://a.example/7.jpg")
        #expect(rider.badges == [.pbpFinisher] && rider.brevetCount == 0 && rider.rusaNumber == nil)
    }

    @Test func `an unknown badge is kept, readable and gray`() throws {
        let rider: Rider = try decoded(#"{"id": "r1", "name": "Asha", "badges": ["flat_tyre_hero", "r12"]}"#)
        let badge = try #require(rider.badges.first)
        #expect(!badge.isKnown && badge.colour == .gray)
        #expect(LocalizedStrings.english(badge) == "Flat tyre hero")
        let again: Rider = try decoded(String(decoding: try OrbitJSON.encoder.encode(rider), as: UTF8.self))
        #expect(again == rider)
    }

    @Test func `the badges have the colours of the design`() {
        #expect(RiderBadge.superRandonneur.colour == .green)
        #expect(RiderBadge.pbpFinisher.colour == .purple)
    }

    @Test func `an activity in metres, kilometres or miles is a ride in a unit of the rules`() {
        func ride(_ distance: Double, _ unit: Activity.LengthUnit) -> Distance? {
            Activity(
                id: "a", rider: "r1", origin: .upload, name: "", startedAt: Date(timeIntervalSince1970: 0),
                distance: distance, unit: unit
            ).checkedDistance
        }
        #expect(ride(80_467.2, .metres) == ride(50, .miles))
        #expect(ride(80.467, .kilometres) == Distance(80.467))
        #expect(ride(80, Activity.LengthUnit(rawValue: "versta")) == nil)
        #expect(ride(-1, .metres) == nil)
        #expect(ride(.nan, .miles) == nil)
    }

    @Test(arguments: [
        ("Ride", RideKind.bicycle), ("GravelRide", .bicycle), ("EBikeRide", .electric),
        ("EMountainBikeRide", .electric), ("Velomobile", .bicycle), ("Handcycle", .bicycle),
        ("VirtualRide", .virtual), ("Run", .other), ("TimeTravel", .other),
    ])
    func `a kind of sport is a kind of ride`(sport: String, kind: RideKind) {
        #expect(Activity.SportType(rawValue: sport).kind == kind)
    }

    @Test func `the month of a brevet is that of its own zone`() {
        let brevet = Brevet(
            id: "b", name: "New Year", kilometres: 200, startsAt: Date(timeIntervalSince1970: 1_798_756_200),
            zoneName: "Asia/Kolkata", place: "Pune")
        #expect(brevet.day == CalendarDay(year: 2027, month: 1, day: 1))
        #expect(brevet.month == SeasonMonth(year: 2027, month: 1))
    }

    @Test func `an unknown zone of a brevet counts as UTC`() {
        let brevet = Brevet(
            id: "b", name: "", kilometres: 200, startsAt: Date(timeIntervalSince1970: 0), zoneName: "Moon/Base",
            place: "")
        #expect(brevet.day == CalendarDay(year: 1970, month: 1, day: 1))
    }

    @Test func `a leaderboard ranks standings, and counts a rider once`() {
        func standing(_ id: String, _ kilometres: Int) -> Standing {
            Standing(rider: Rider(id: RiderID(id), name: id), kilometres: kilometres, brevets: 1, longest: kilometres)
        }
        let rows = RankedStanding.ranked([
            standing("a", 200), standing("b", 600), standing("c", 200), standing("a", 900),
        ])
        #expect(rows.map(\.id) == ["b", "a", "c"])
        #expect(rows.map(\.rank) == [1, 2, 2])
    }

    @Test func `a result with an impossible distance does not count for awards`() throws {
        let day = try #require(CalendarDay(year: 2026, month: 5, day: 14))
        #expect(BrevetResult(id: "x", name: "", kilometres: -200, day: day).finished == nil)
        #expect(BrevetResult(id: "x", name: "", kilometres: 200, day: day).finished?.kilometres == 200)
    }
}
