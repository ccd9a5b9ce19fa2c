public import Foundation

/// Identifies an activity proposal.
public typealias ActivityProposalID = Identifier<ActivityProposal>

/// A proposal in a chat: a study or sport session with times to choose from.
public struct ActivityProposal: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: ActivityProposalID
    /// The conversation in which it was made.
    public let conversationID: ConversationID
    /// The participant who proposed it.
    public let proposerID: UserID
    /// What the session is for.
    public var eventType: EventType
    /// The sport, if it is a sport session.
    public var sport: Sport?
    /// The proposed times.
    public var slots: [TimeSpan]
    /// The state, decided by the server.
    public var state: ProposalState
    /// The slot that was accepted.
    public var acceptedSlot: TimeSpan?
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// When it expires if it is not accepted or declined.
    public let expiresAt: Date

    /// Creates an activity proposal.
    public init(
        id: ActivityProposalID, conversationID: ConversationID, proposerID: UserID, eventType: EventType,
        sport: Sport? = nil, slots: [TimeSpan], state: ProposalState = .proposed, acceptedSlot: TimeSpan? = nil,
        createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.conversationID = conversationID
        self.proposerID = proposerID
        self.eventType = eventType
        self.sport = sport
        self.slots = slots
        self.state = state
        self.acceptedSlot = acceptedSlot
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, sport, slots, state
        case conversationID = "conversation_id"
        case proposerID = "proposer_id"
        case eventType = "event_type"
        case acceptedSlot = "accepted_slot"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }
}

/// The state of a proposal.
public struct ProposalState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Open: waits for the other participant.
    public static let proposed = Self(rawValue: "proposed")
    /// Open, with other slots proposed in return.
    public static let countered = Self(rawValue: "countered")
    /// A slot was chosen.
    public static let accepted = Self(rawValue: "accepted")
    /// Turned down.
    public static let declined = Self(rawValue: "declined")
    /// Open until it expired.
    public static let expired = Self(rawValue: "expired")
    /// Replaced by a later proposal.
    public static let superseded = Self(rawValue: "superseded")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.proposed, .countered, .accepted, .declined, .expired, .superseded]
}
