import Foundation
import Matching
import OrbitModels

/// The knowledge of an account about other people. It reads encoded compatibilities, and tries every dealbreaker.
struct Stranger {
    let campus: ComparisonContext
    private let encoder = OrbitJSON.encoder
    private let decoder = OrbitJSON.decoder

    init(on campus: ComparisonContext) {
        self.campus = campus
    }

    /// Returns the level of free time shared with the target, 0 to 2, according to the score and its reasons.
    ///
    /// - Parameters:
    ///   - hours: The hours that the stranger claims.
    ///   - target: The profile of the target.
    /// - Throws: An error if the dealbreakers reveal another level.
    func level(claiming hours: Week, of target: Profile) throws -> Int {
        let own = Profile(name: "Stranger", availability: WeeklyAvailability(timeZone: .gmt, hours: hours.hours))
        let match = Compatibility(of: own, with: target, on: campus)
        let told = try decoder.decode(Compatibility.self, from: encoder.encode(match))
        let level = told.score < 0.1 ? 0 : told.score < 0.2 ? 1 : 2
        let admitted = [FreeTimeLevel.some, FreeTimeLevel.plenty].filter {
            Dealbreakers(freeTime: $0).admit(target, to: own, on: campus)
        }
        guard admitted.count == level else { throw UnexpectedInput("The dealbreakers tell more than the score.") }
        return level
    }

    /// Returns the level of the distance from a claimed home to the target's home, according to the dealbreakers and
    /// the score.
    func distanceLevel(claiming home: Coordinates, to target: Profile) throws -> Int {
        let own = Profile(name: "Stranger", location: Location(city: "", coordinates: home))
        let match = Compatibility(of: own, with: target, on: campus)
        let told = try decoder.decode(Compatibility.self, from: encoder.encode(match))
        let admitted = DistanceLevel.allCases.count {
            Dealbreakers(farthest: $0).admit(target, to: own, on: campus)
        }
        guard admitted == (told.score > 0.075 ? 3 : told.score > 0.03 ? 2 : 1) else {
            throw UnexpectedInput("The dealbreakers tell more than the score.")
        }
        return 3 - admitted
    }
}
