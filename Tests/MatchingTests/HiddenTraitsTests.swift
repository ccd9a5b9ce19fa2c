import Foundation
import Matching
import OrbitModels
import Testing
import TimeAndChance

/// Strangers may learn only a level of free time and a distance level for each pair. Each test checks a rule.
@Suite struct HiddenTraitsTests {
    /// A viewer and a person on a campus. The person's hours and home change without a change of these levels.
    private struct Twins {
        var campus: ComparisonContext
        var random: RandomPeople
        var viewer: Profile
        var before: Profile
        var after: Profile

        init(seed: UInt64) throws {
            random = RandomPeople(seed: seed)
            (viewer, before) = (random.profile(), random.profile())
            campus = ComparisonContext(
                timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)),
                homes: HomeGrid(centre: Coordinates(latitude: 37.87, longitude: -122.27)))
            (viewer.statedAge, before.statedAge) = (20, 21)
            after = before
            let level = campus.freeTime(of: viewer, with: before)
            if level != nil {
                repeat {
                    after.availability = random.profile().availability
                } while campus.freeTime(of: viewer, with: after) != level
            }
            guard let point = before.location?.coordinates else { return }
            repeat {
                after.location?.coordinates = Coordinates(
                    latitude: point.latitude + Double(random.number(-100...100)) / 1_000,
                    longitude: point.longitude + Double(random.number(-100...100)) / 1_000)
            } while after.location?.coordinates.map(campus.homes.square) != campus.homes.square(of: point)
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `hours of the same level and homes in the same square produce equal bytes`(seed: UInt64) throws {
        let twins = try Twins(seed: seed)
        func bytes(_ theirs: Profile) throws -> [String] {
            try [(twins.viewer, theirs), (theirs, twins.viewer)].map { mine, other in
                let match = Compatibility(of: mine, with: other, on: twins.campus)
                let encoded = String(decoding: try OrbitJSON.encoder.encode(match), as: UTF8.self)
                return "\(encoded) \(match.score) \(match.range) \(match.estimate) \(match.confidence)"
            }
        }
        #expect(try bytes(twins.before) == bytes(twins.after))
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `dealbreakers of either person do not reveal hours or homes`(seed: UInt64) throws {
        let twins = try Twins(seed: seed)
        for freeTime in [nil, FreeTimeLevel.some, FreeTimeLevel.plenty] {
            for farthest in [nil, DistanceLevel.same, .neighbouring, .further] {
                let dealbreakers = Dealbreakers(farthest: farthest, freeTime: freeTime)
                func answers(_ theirs: Profile) -> [Bool] {
                    [
                        dealbreakers.admit(theirs, to: twins.viewer, on: twins.campus),
                        dealbreakers.admit(twins.viewer, to: theirs, on: twins.campus),
                    ]
                }
                #expect(answers(twins.before) == answers(twins.after))
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the ranking of a campus does not reveal hours or homes`(seed: UInt64) throws {
        var twins = try Twins(seed: seed)
        let others = twins.random.people(200)
        func ranking(_ theirs: Profile) -> [String] {
            var index = CampusIndex(on: twins.campus)
            for person in others { index.insert(person) }
            index.insert(Person(id: "viewer", profile: twins.viewer))
            index.insert(Person(id: "person", profile: theirs))
            return index.best(300, for: "viewer").map { "\($0.id) \($0.score)" }
        }
        #expect(ranking(twins.before) == ranking(twins.after))
    }
}
