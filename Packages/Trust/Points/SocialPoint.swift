public import Foundation
public import OrbitModels

/// An entry in the log of what has earned a person points. The total is the sum of the log, and stands nowhere else.
public struct SocialPoint: Codable, Hashable, Sendable {
    /// What earned the points.
    public let reason: SocialPointReason
    /// How many, more than 0.
    public let points: Int
    /// When, by the server's clock.
    public let at: Date
    /// The meetup concerned.
    public let meetupID: MeetupID?

    /// Creates an entry.
    public init(reason: SocialPointReason, points: Int, at: Date, meetupID: MeetupID? = nil) {
        (self.reason, self.points, self.at, self.meetupID) = (reason, points, at, meetupID)
    }

    private enum CodingKeys: String, CodingKey {
        case reason, points, at
        case meetupID = "meetup_id"
    }
}

/// What earns points.
public struct SocialPointReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Attended a meetup as agreed.
    public static let keptMeetup = Self(rawValue: "kept_meetup")
    /// Hosted a meetup that took place.
    public static let hostedMeetup = Self(rawValue: "hosted_meetup")
    /// Checked in.
    public static let checkedIn = Self(rawValue: "checked_in")
    /// Rated those met, before the window closed; whatever the stars.
    public static let ratedInTime = Self(rawValue: "rated_in_time")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.keptMeetup, .hostedMeetup, .checkedIn, .ratedInTime]
}
