import Foundation
import Randonneuring
import TimeAndChance

/// The Eddington number by its definition, without a histogram: the oracle of the ledger.
struct PlainCount {
    private var millimetres: [Int: Int64] = [:]

    /// Sums the valid rides on a bicycle by day. If rides have the same start, the longest counts, or the
    /// ride with the earlier day if their distances are equal.
    init(_ rides: [Ride]) {
        var best: [Int: (day: Int, millimetres: Int64)] = [:]
        for ride in rides where ride.kind == .bicycle {
            guard ride.distance.isFinite, ride.distance >= 0 else { continue }
            let length = Int64((ride.distance * Double(ride.unit.millimetres)).rounded())
            let second = Int(ride.start.timeIntervalSince1970.rounded(.down))
            let day = Int((Double(second + ride.secondsFromGMT) / 86_400).rounded(.down))
            if let known = best[second] {
                let isBetter = length > known.millimetres || length == known.millimetres && day < known.day
                guard isBetter else { continue }
            }
            best[second] = (day, length)
        }
        for ride in best.values { millimetres[ride.day, default: 0] += ride.millimetres }
    }

    /// Returns the largest number E with at least E days of at least E units, and the days of at least E + 1 units.
    func eddington(in unit: DistanceUnit) -> (number: Int, daysTowardsNext: Int) {
        let levels = millimetres.values.map { Int($0 / unit.millimetres) }
        var number = 0
        while levels.count(where: { $0 >= number + 1 }) >= number + 1 { number += 1 }
        return (number, levels.count(where: { $0 >= number + 1 }))
    }
}

/// Rides of a rider who records carelessly: several rides a day, wrong values, duplicates, both units and all kinds.
struct CarelessRider {
    private var random: SplitMix64
    private static let offsets = [-39_600, -28_800, 0, 19_800, 50_400]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Returns up to 80 rides of about 40 days.
    mutating func rides() -> [Ride] {
        let first = Double(Int.random(in: -20_000...20_000, using: &random) * 86_400)
        var rides: [Ride] = []
        for _ in 0..<Int.random(in: 0...80, using: &random) {
            if let known = rides.randomElement(using: &random), Int.random(in: 0..<10, using: &random) == 0 {
                rides.append(duplicate(of: known))
            } else {
                rides.append(ride(after: first))
            }
        }
        return rides
    }

    private mutating func ride(after first: Double) -> Ride {
        let unit = DistanceUnit.allCases.randomElement(using: &random) ?? .kilometres
        let kind = Int.random(in: 0..<8, using: &random) == 0 ? RideKind.electric : .bicycle
        let start = first + Double.random(in: 0..<3_456_000, using: &random)
        return Ride(
            start: Date(timeIntervalSince1970: start), secondsFromGMT: Self.offsets.randomElement(using: &random) ?? 0,
            distance: distance(), unit: unit, kind: kind)
    }

    private mutating func distance() -> Double {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: .nan
        case 1: .infinity
        case 2: -12
        case 3: 0
        case 4...12: Double(Int.random(in: 1...60, using: &random))  // exactly a level
        default: Double.random(in: 0...70, using: &random)
        }
    }

    private mutating func duplicate(of known: Ride) -> Ride {
        var ride = known
        if Bool.random(using: &random) { ride.distance = distance() }
        if Bool.random(using: &random) { ride.secondsFromGMT = Self.offsets.randomElement(using: &random) ?? 0 }
        return ride
    }
}
