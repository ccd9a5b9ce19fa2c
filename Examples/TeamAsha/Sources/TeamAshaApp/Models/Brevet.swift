import Foundation
import OrbitModels
import Randonneuring

/// Identifies a brevet. It is a text without a meaning, such as the id of an event at RUSA.
public typealias BrevetID = Identifier<Brevet>

/// A brevet in the calendar of the club.
public struct Brevet: JSONKeyed, Identifiable {
    /// `{ "brevet": … }` and `{ "brevets": […] }`.
    public static let jsonKey = "brevet"

    /// A place at which a rider has to stop.
    public struct Control: Codable, Hashable, Sendable {
        /// The name of the place.
        public var name: String
        /// The distance from the start along the route, in kilometres. It can be wrong; the rules check it.
        public var kilometres: Double

        /// Creates a control.
        public init(_ name: String, at kilometres: Double) { (self.name, self.kilometres) = (name, kilometres) }

        private enum CodingKeys: String, CodingKey {
            case name
            case kilometres = "distance_km"
        }
    }

    /// The identifier.
    public let id: BrevetID
    /// The name of the route.
    public var name: String
    /// The nominal distance in kilometres.
    public var kilometres: Int
    /// The instant of the start.
    public var startsAt: Date
    /// The name of the zone of the start, such as `Asia/Kolkata`.
    public var zoneName: String
    /// The place of the start.
    public var place: String
    /// Whether riders can enter.
    public var status: BrevetStatus
    /// The climb in metres; `nil` if it is unknown.
    public var climbMetres: Int?
    /// The controls in the order of the route.
    public var controls: [Control]

    /// Creates a brevet.
    public init(
        id: BrevetID, name: String, kilometres: Int, startsAt: Date, zoneName: String, place: String,
        status: BrevetStatus = .open, climbMetres: Int? = nil, controls: [Control] = []
    ) {
        (self.id, self.name, self.kilometres, self.startsAt) = (id, name, kilometres, startsAt)
        (self.zoneName, self.place, self.status) = (zoneName, place, status)
        (self.climbMetres, self.controls) = (climbMetres, controls)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, status, controls
        case kilometres = "distance_km"
        case startsAt = "starts_at"
        case zoneName = "timezone"
        case place = "start_location"
        case climbMetres = "elevation_m"
    }

    /// The zone of the start; UTC if this device does not know the zone.
    public var zone: TimeZone { TimeZone(identifier: zoneName) ?? .gmt }

    /// The day of the start at its place.
    public var day: CalendarDay { CalendarDay(startsAt, in: zone) }

    /// The month of the scheduled start, which selects the rules; `nil` outside the years 1900 to 2199.
    public var month: SeasonMonth? { SeasonMonth(year: day.year, month: day.month) }

    /// The badge of the distance.
    public var badge: DistanceBadge { DistanceBadge(kilometres: kilometres) }

    /// The distance as a brevet of ACP; `nil` for other distances, such as a populaire of 100 km.
    public var distance: BrevetDistance? { BrevetDistance(rawValue: kilometres) }
}

/// The state of a brevet. Open: a newer server may send other states.
public struct BrevetStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the state with this spelling, known to this version or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Riders can enter.
    public static let open = Self(rawValue: "open")
    /// There is no place left.
    public static let full = Self(rawValue: "full")
    /// The brevet does not take place.
    public static let cancelled = Self(rawValue: "cancelled")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.open, .full, .cancelled]
}

extension BrevetStatus: LocalizedTextConvertible {
    /// The vocabulary with its English texts.
    public static let vocabulary = Vocabulary(
        "brevet_status", ["open": "Open", "full": "Full", "cancelled": "Cancelled"])
}
