public import Foundation

/// Identifies a join request.
public typealias JoinRequestID = Identifier<JoinRequest>

/// A request to attend a meetup, for the host to decide.
public struct JoinRequest: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: JoinRequestID
    /// The meetup.
    public let meetupID: MeetupID
    /// The person who requests to attend.
    public let requesterID: UserID
    /// A message to the host; may be empty.
    public var message: String
    /// The number of companions that the person would bring.
    public var companions: Int
    /// The state of the request, including the host's decision.
    public var status: JoinRequestStatus
    /// The reason for declining it, if the host gave a reason.
    public var reason: DeclineReason?
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// The time at which it expires without a decision.
    public let expiresAt: Date
    /// The time at which it was decided or withdrawn, or has expired.
    public var decidedAt: Date?

    /// Creates a join request.
    public init(
        id: JoinRequestID, meetupID: MeetupID, requesterID: UserID, message: String = "", companions: Int = 0,
        status: JoinRequestStatus = .pending, reason: DeclineReason? = nil, createdAt: Date, expiresAt: Date,
        decidedAt: Date? = nil
    ) {
        self.id = id
        self.meetupID = meetupID
        self.requesterID = requesterID
        self.message = message
        self.companions = companions
        self.status = status
        self.reason = reason
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.decidedAt = decidedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, message, companions, status, reason
        case meetupID = "meetup_id"
        case requesterID = "requester_id"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case decidedAt = "decided_at"
    }
}

/// The state of a join request.
public struct JoinRequestStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Waits for the host.
    public static let pending = Self(rawValue: "pending")
    /// Approved by the host.
    public static let approved = Self(rawValue: "approved")
    /// Declined by the host.
    public static let declined = Self(rawValue: "declined")
    /// Withdrawn by the requester.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// Not decided in time.
    public static let expired = Self(rawValue: "expired")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pending, .approved, .declined, .withdrawn, .expired]
}

/// A host's reason for declining a request.
public struct DeclineReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All places are taken.
    public static let full = Self(rawValue: "full")
    /// The group is not suitable.
    public static let notAFit = Self(rawValue: "not_a_fit")
    /// The level of play is not suitable.
    public static let level = Self(rawValue: "level")
    /// The host does not know enough about the person.
    public static let unknownPerson = Self(rawValue: "unknown_person")
    /// Another reason.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.full, .notAFit, .level, .unknownPerson, .other]
}
