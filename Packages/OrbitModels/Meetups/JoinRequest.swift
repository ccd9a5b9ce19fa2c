public import Foundation

public typealias JoinRequestID = Identifier<JoinRequest>

/// Someone's wish to come to a meetup, for the host to decide.
public struct JoinRequest: Codable, Hashable, Sendable, Identifiable {
    public let id: JoinRequestID
    public let meetupID: MeetupID
    public let requesterID: UserID
    public var status: JoinRequestStatus
    public let createdAt: Date

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

public struct JoinRequestStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let pending = Self(rawValue: "pending")
    public static let approved = Self(rawValue: "approved")
    public static let declined = Self(rawValue: "declined")
    public static let withdrawn = Self(rawValue: "withdrawn")
    public static let expired = Self(rawValue: "expired")

    public static let known: [Self] = [.pending, .approved, .declined, .withdrawn, .expired]
}
