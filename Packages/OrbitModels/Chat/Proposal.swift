public import Foundation

/// Identifies a proposal.
public typealias ProposalID = Identifier<Proposal>

/// A proposal to meet, made in a conversation: times to choose from, and a place.
///
/// A conversation has at most one open proposal.
public struct Proposal: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: ProposalID
    /// The conversation.
    public let conversationID: ConversationID
    /// The message that shows the proposal.
    public let messageID: MessageID
    /// The person who proposes.
    public let proposerID: UserID
    /// The title of the meetup.
    public var title: String
    /// The place; `nil` if it is still open.
    public var place: Place?
    /// The time zone of the place. Screens show the slots on its wall clock.
    public var timeZone: TimeZone
    /// The times to choose from, 1 to 5, sorted by their start.
    public var slots: [ProposalSlot]
    /// The proposal that this proposal replaces as a counterproposal.
    public var counteredID: ProposalID?
    /// The replies, at most one for each person.
    public var answers: [ProposalAnswer]
    /// The state.
    public var state: ProposalState
    /// The slot on which all people agreed, in the state ``ProposalState/accepted``.
    public var acceptedSlot: ProposalSlot?
    /// The meetup that the proposer created from it.
    public var meetupID: MeetupID?
    /// The time of creation, by the server's clock.
    public let createdAt: Date
    /// The time at which an open proposal expires: the start of its last slot.
    public var expiresAt: Date
    /// The number of changes, from 1. An event with an equal or lower version is outdated.
    public var version: Int

    /// Creates a proposal.
    public init(
        id: ProposalID, conversationID: ConversationID, messageID: MessageID, proposerID: UserID, title: String,
        place: Place? = nil, timeZone: TimeZone, slots: [ProposalSlot], counteredID: ProposalID? = nil,
        answers: [ProposalAnswer] = [], state: ProposalState = .proposed, acceptedSlot: ProposalSlot? = nil,
        meetupID: MeetupID? = nil, createdAt: Date, expiresAt: Date, version: Int = 1
    ) {
        self.id = id
        self.conversationID = conversationID
        self.messageID = messageID
        self.proposerID = proposerID
        self.title = title
        self.place = place
        self.timeZone = timeZone
        self.slots = slots
        self.counteredID = counteredID
        self.answers = answers
        self.state = state
        self.acceptedSlot = acceptedSlot
        self.meetupID = meetupID
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.version = version
    }
}

extension Proposal: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, place, slots, answers, state, version
        case timeZone = "zone"
        case counteredID = "counters"
        case conversationID = "conversation_id"
        case messageID = "message_id"
        case proposerID = "proposer_id"
        case acceptedSlot = "accepted_slot"
        case meetupID = "meetup_id"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }

    /// Decodes a proposal. Throws for an unknown time zone. Unreadable answers are left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ProposalID.self, forKey: .id)
        conversationID = try container.decode(ConversationID.self, forKey: .conversationID)
        messageID = try container.decode(MessageID.self, forKey: .messageID)
        proposerID = try container.decode(UserID.self, forKey: .proposerID)
        title = try container.decode(String.self, forKey: .title)
        place = try container.decodeIfPresent(Place.self, forKey: .place)
        timeZone = try container.decode(NamedZone.self, forKey: .timeZone).zone
        slots = try container.decode([ProposalSlot].self, forKey: .slots)
        counteredID = try container.decodeIfPresent(ProposalID.self, forKey: .counteredID)
        answers = try container.decodeIfPresent(LossyList<ProposalAnswer>.self, forKey: .answers)?.elements ?? []
        state = try container.decode(ProposalState.self, forKey: .state)
        acceptedSlot = try container.decodeIfPresent(ProposalSlot.self, forKey: .acceptedSlot)
        meetupID = try container.decodeIfPresent(MeetupID.self, forKey: .meetupID)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
        expiresAt = try container.decode(Date.self, forKey: .expiresAt)
        version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(conversationID, forKey: .conversationID)
        try container.encode(messageID, forKey: .messageID)
        try container.encode(proposerID, forKey: .proposerID)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(place, forKey: .place)
        try container.encode(NamedZone(timeZone), forKey: .timeZone)
        try container.encode(slots, forKey: .slots)
        try container.encodeIfPresent(counteredID, forKey: .counteredID)
        try container.encode(answers, forKey: .answers)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(acceptedSlot, forKey: .acceptedSlot)
        try container.encodeIfPresent(meetupID, forKey: .meetupID)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(version, forKey: .version)
    }
}

extension Proposal: JSONKeyed {
    /// The member `proposal`.
    public static var jsonKey: String { "proposal" }
}
