public import Foundation
public import OrbitModels

/// An entry in the log of a person's points. The total is the sum of the log, and is not stored.
public struct SocialPoint: Codable, Hashable, Sendable {
    /// The reason for the points.
    public let reason: SocialPointReason
    /// The number of points, more than 0.
    public let points: Int
    /// The time, by the server's clock.
    public let at: Date
    /// The meetup of the action; `nil` without a meetup.
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

/// A reason for points.
public struct SocialPointReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Attended a meetup as agreed.
    public static let keptMeetup = Self(rawValue: "kept_meetup")
    /// Hosted a meetup that took place.
    public static let hostedMeetup = Self(rawValue: "hosted_meetup")
    /// Checked in.
    public static let checkedIn = Self(rawValue: "checked_in")
    /// Rated people that the person had met, within the time for ratings. The stars have no effect.
    public static let ratedInTime = Self(rawValue: "rated_in_time")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.keptMeetup, .hostedMeetup, .checkedIn, .ratedInTime]
}
