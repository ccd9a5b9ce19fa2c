public import Foundation

public typealias ActivityProposalID = Identifier<ActivityProposal>

/// "Shall we?" in a chat: a study or sport session with times to choose from.
public struct ActivityProposal: Codable, Hashable, Sendable, Identifiable {
    public let id: ActivityProposalID
    public let conversationID: ConversationID
    public let proposerID: UserID
    public var eventType: EventType
    public var sport: Sport?
    public var slots: [TimeSpan]
    public var state: ProposalState
    /// The slot both agreed on.
    public var acceptedSlot: TimeSpan?
    public let createdAt: Date
    public let expiresAt: Date

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

public struct ProposalState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let proposed = Self(rawValue: "proposed")
    public static let countered = Self(rawValue: "countered")
    public static let accepted = Self(rawValue: "accepted")
    public static let declined = Self(rawValue: "declined")
    public static let expired = Self(rawValue: "expired")
    public static let superseded = Self(rawValue: "superseded")

    public static let known: [Self] = [.proposed, .countered, .accepted, .declined, .expired, .superseded]
}
