import OrbitModels

/// The people who may see an activity.
public enum ActivityAudience: Hashable, Sendable {
    /// Only the rider.
    case owner
    /// All members of the club.
    case club
}

/// The origin of an activity. Open: a newer server may have further origins.
public struct ActivityOrigin: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the origin with this spelling, known to this version or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Synchronized from Strava.
    public static let strava = Self(rawValue: "strava")
    /// Uploaded by the rider as a file, such as GPX or FIT.
    public static let upload = Self(rawValue: "upload")
    /// Entered by the rider by hand.
    public static let manual = Self(rawValue: "manual")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.strava, .upload, .manual]

    /// The people who may see activities of this origin.
    ///
    /// The agreement for the API of Strava permits showing the data of a rider only to this rider. An origin that this
    /// version does not know may have such an agreement too, so its activities are private.
    public var audience: ActivityAudience {
        switch self {
        case .upload, .manual: .club
        default: .owner
        }
    }
}

/// A source of activities. The source, not the data, decides who may see an activity.
///
/// The existing implementation is ``ClubActivities``, once for each ``ActivityOrigin``. An app with files on the device
/// adds its own source to the ``ActivityLibrary``, and a test adds one with fixed activities.
public protocol ActivitySource: Sendable {
    /// The people who may see the activities of this source.
    var audience: ActivityAudience { get }

    /// Returns the activities of a rider, in any order.
    ///
    /// - Parameter rider: The rider. ``ActivityLibrary`` has checked that the viewer may see the activities.
    /// - Throws: The errors of the source, such as `APIError`.
    func activities(of rider: RiderID) async throws -> [Activity]
}
