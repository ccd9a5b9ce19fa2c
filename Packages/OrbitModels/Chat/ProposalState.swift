public import Foundation

/// The state of a proposal.
public struct ProposalState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Waits for the other people. The only state in which people can reply.
    public static let proposed = Self(rawValue: "proposed")
    /// Replaced by the counterproposal of another person.
    public static let countered = Self(rawValue: "countered")
    /// All other people have accepted the same slot.
    public static let accepted = Self(rawValue: "accepted")
    /// Declined by another person.
    public static let declined = Self(rawValue: "declined")
    /// Withdrawn by the proposer.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// The last slot has started.
    public static let expired = Self(rawValue: "expired")
    /// Replaced by a newer proposal of the same person.
    public static let superseded = Self(rawValue: "superseded")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .proposed, .countered, .accepted, .declined, .withdrawn, .expired, .superseded,
    ]

    /// Whether people can still reply. An unknown state counts as closed.
    public var isOpen: Bool { self == .proposed }
}

/// The reply of a person to a proposal.
public struct ProposalAnswer: Codable, Hashable, Sendable {
    /// The person.
    public var userID: UserID
    /// The decision.
    public var answer: ProposalReply
    /// The start of the accepted slot; `nil` if the person declined.
    public var startsAt: Date?
    /// The time of the reply, by the server's clock.
    public var at: Date

    /// Creates a reply.
    public init(userID: UserID, answer: ProposalReply, startsAt: Date? = nil, at: Date) {
        self.userID = userID
        self.answer = answer
        self.startsAt = startsAt
        self.at = at
    }

    private enum CodingKeys: String, CodingKey {
        case answer, at
        case userID = "user_id"
        case startsAt = "starts_at"
    }
}

/// The decision of a person about a proposal.
public struct ProposalReply: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person accepted a slot.
    public static let accepted = Self(rawValue: "accepted")
    /// The person declined.
    public static let declined = Self(rawValue: "declined")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.accepted, .declined]
}
