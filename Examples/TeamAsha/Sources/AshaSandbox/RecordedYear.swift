import Foundation
import OrbitModels
import TeamAshaApp
import TimeAndChance

/// The activities of a rider in the last year, with the faults of real recordings.
struct RecordedYear {
    let rider: RiderID
    /// The share of days with a ride, 0 to 1.
    let strength: Double
    let until: Date

    private static let days = 365
    private static let names = ["Morning ride", "Commute", "Hills", "Club ride", "Long way home"]

    /// Returns the activities, the latest first.
    func activities(using random: inout SplitMix64) -> [Activity] {
        var activities: [Activity] = []
        let zone = TimeZone(identifier: ClubSeason.zoneName) ?? .gmt
        for day in 1...Self.days where Double.random(in: 0..<1, using: &random) < strength * 0.7 {
            let hours = Double.random(in: 0...14, using: &random)
            let start = until.addingTimeInterval(-Double(day) * 86_400 + hours * 3_600)
            let activity = Activity(
                id: ActivityID("\(rider)-\(day)"), rider: rider, origin: origin(using: &random),
                name: Self.names[day % Self.names.count], sport: sport(using: &random), startedAt: start,
                secondsFromGMT: zone.secondsFromGMT(for: start),
                distance: (strength * Double.random(in: 15_000...130_000, using: &random)).rounded(),
                climbMetres: Double.random(in: 50...1_200, using: &random).rounded())
            activities.append(activity)
            activities += faulty(activity, on: day)
        }
        return activities.sorted { $0.startedAt > $1.startedAt }
    }

    private func origin(using random: inout SplitMix64) -> ActivityOrigin {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: .strava
        case 6..<9: .upload
        default: .manual
        }
    }

    private func sport(using random: inout SplitMix64) -> Activity.SportType {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .eBikeRide
        case 1: .virtualRide
        case 2..<5: .gravelRide
        default: .ride
        }
    }

    /// Returns wrong recordings that accompany some activities: a second device, a negative distance, and miles.
    private func faulty(_ activity: Activity, on day: Int) -> [Activity] {
        var (second, broken, imperial) = (copy(of: activity, "b"), copy(of: activity, "c"), copy(of: activity, "d"))
        second.distance += 40
        broken.distance = -1
        broken.startedAt += 3_600
        imperial.startedAt += 7_200
        (imperial.distance, imperial.unit) = (4, .miles)
        switch day % 30 {
        case 3: return [second]
        case 11: return [broken]
        case 19: return [imperial]
        default: return []
        }
    }

    private func copy(of activity: Activity, _ suffix: String) -> Activity {
        Activity(
            id: ActivityID("\(activity.id)\(suffix)"), rider: activity.rider, origin: .upload, name: activity.name,
            sport: activity.sport, startedAt: activity.startedAt, secondsFromGMT: activity.secondsFromGMT,
            distance: activity.distance, unit: activity.unit, climbMetres: activity.climbMetres)
    }
}
