import Foundation
import OrbitModels
import Randonneuring

/// Identifies an activity.
public typealias ActivityID = Identifier<Activity>

/// A recorded activity of a rider.
public struct Activity: JSONKeyed, Identifiable {
    /// `{ "activity": … }`.
    public static let jsonKey = "activity"
    /// `{ "activities": […] }`.
    public static let jsonListKey = "activities"

    /// The identifier.
    public let id: ActivityID
    /// The rider.
    public var rider: RiderID
    /// The origin, which decides who may see the activity.
    public var origin: ActivityOrigin
    /// The name that the rider gave it.
    public var name: String
    /// The kind of sport.
    public var sport: SportType
    /// The instant of the start.
    public var startedAt: Date
    /// The offset of the rider's clock at the start, in seconds.
    public var secondsFromGMT: Int
    /// The distance in ``unit``, as recorded. It can be wrong; the rules check it.
    public var distance: Double
    /// The unit of the distance.
    public var unit: LengthUnit
    /// The climb in metres; `nil` if it was not recorded.
    public var climbMetres: Double?

    /// Creates an activity.
    public init(
        id: ActivityID, rider: RiderID, origin: ActivityOrigin, name: String, sport: SportType = .ride, startedAt: Date,
        secondsFromGMT: Int = 0, distance: Double, unit: LengthUnit = .metres, climbMetres: Double? = nil
    ) {
        (self.id, self.rider, self.origin, self.name, self.sport) = (id, rider, origin, name, sport)
        (self.startedAt, self.secondsFromGMT) = (startedAt, secondsFromGMT)
        (self.distance, self.unit, self.climbMetres) = (distance, unit, climbMetres)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, distance
        case rider = "rider_id"
        case origin = "source"
        case sport = "sport_type"
        case startedAt = "start_date"
        case secondsFromGMT = "utc_offset"
        case unit = "distance_unit"
        case climbMetres = "elevation_gain"
    }

    /// The ride for the rules; `nil` if this version does not know the unit of the distance.
    public var ride: Ride? {
        let known: (distance: Double, unit: DistanceUnit)? =
            switch unit {
            case .metres: (distance / 1_000, .kilometres)
            case .kilometres: (distance, .kilometres)
            case .miles: (distance, .miles)
            default: nil
            }
        return known.map {
            Ride(
                start: startedAt, secondsFromGMT: secondsFromGMT, distance: $0.distance, unit: $0.unit,
                kind: sport.kind)
        }
    }

    /// The day of the start by the clock of the rider.
    public var day: CalendarDay {
        CalendarDay(startedAt.addingTimeInterval(TimeInterval(secondsFromGMT)), in: .gmt)
    }

    /// The checked distance; `nil` if it is impossible or its unit is unknown.
    public var checkedDistance: Distance? { ride.flatMap { Distance($0.distance, in: $0.unit) } }
}

extension Activity {
    /// The unit of a recorded distance. Open: a file may have another unit.
    public struct LengthUnit: OpenEnum {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates the unit with this spelling, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The metre, as at Strava.
        public static let metres = Self(rawValue: "m")
        /// The kilometre.
        public static let kilometres = Self(rawValue: "km")
        /// The international mile.
        public static let miles = Self(rawValue: "mi")

        /// The values this version knows, in display order.
        public static let known: [Self] = [.metres, .kilometres, .miles]
    }

    /// The kind of sport, with the names of Strava. Open: new kinds are added there.
    public struct SportType: OpenEnum {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates the kind with this spelling, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A ride on a road.
        public static let ride = Self(rawValue: "Ride")
        /// A ride on gravel.
        public static let gravelRide = Self(rawValue: "GravelRide")
        /// A ride off the road.
        public static let mountainBikeRide = Self(rawValue: "MountainBikeRide")
        /// A ride in a velomobile, without a motor.
        public static let velomobile = Self(rawValue: "Velomobile")
        /// A ride on a handcycle.
        public static let handcycle = Self(rawValue: "Handcycle")
        /// A ride with the help of a motor.
        public static let eBikeRide = Self(rawValue: "EBikeRide")
        /// A ride off the road with the help of a motor.
        public static let eMountainBikeRide = Self(rawValue: "EMountainBikeRide")
        /// A ride on a trainer.
        public static let virtualRide = Self(rawValue: "VirtualRide")

        /// The values this version knows, in display order.
        public static let known: [Self] = [
            .ride, .gravelRide, .mountainBikeRide, .velomobile, .handcycle, .eBikeRide, .eMountainBikeRide,
            .virtualRide,
        ]

        /// The kind of ride for the rules. Unknown kinds do not count, because they may be another sport.
        public var kind: RideKind {
            switch self {
            case .ride, .gravelRide, .mountainBikeRide, .velomobile, .handcycle: .bicycle
            case .eBikeRide, .eMountainBikeRide: .electric
            case .virtualRide: .virtual
            default: .other
            }
        }
    }
}
