public import Foundation

/// Identifies a join request.
public typealias JoinRequestID = Identifier<JoinRequest>

/// A request to attend a meetup, for the host to decide.
public struct JoinRequest: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: JoinRequestID
    /// The meetup.
    public let meetupID: MeetupID
    /// The person who asks.
    public let requesterID: UserID
    /// The host's decision.
    public var status: JoinRequestStatus
    /// When it was created, by the server's clock.
    public let createdAt: Date

    /// Creates a join request.
    public init(
        id: JoinRequestID, meetupID: MeetupID, requesterID: UserID, status: JoinRequestStatus = .pending,
        createdAt: Date
    ) {
        self.id = id
        self.meetupID = meetupID
        self.requesterID = requesterID
        self.status = status
        self.createdAt = createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, status
        case meetupID = "meetup_id"
        case requesterID = "requester_id"
        case createdAt = "created_at"
    }
}

/// The state of a join request.
public struct JoinRequestStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Waits for the host.
    public static let pending = Self(rawValue: "pending")
    /// Approved by the host.
    public static let approved = Self(rawValue: "approved")
    /// Declined by the host.
    public static let declined = Self(rawValue: "declined")
    /// Taken back by the requester.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// Not decided in time.
    public static let expired = Self(rawValue: "expired")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pending, .approved, .declined, .withdrawn, .expired]
}
