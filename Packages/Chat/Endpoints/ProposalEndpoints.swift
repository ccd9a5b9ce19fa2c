public import Foundation
public import Networking
public import OrbitModels

/// The routes of proposals to meet.
public enum ProposalRoutes {
    /// `GET /conversations/{conversation_id}/proposals`. Returns `Page<Proposal>`, the latest first.
    public static let list = Route(.get, "/conversations/{conversation_id}/proposals")
    /// `POST /conversations/{conversation_id}/proposals`. Body: ``SendProposalRequest``. Returns `Keyed<Proposal>`.
    public static let send = Route(.post, "/conversations/{conversation_id}/proposals")
    /// `POST /proposals/{proposal_id}/accept`. Body: ``AcceptProposalRequest``. Returns `Keyed<Proposal>`.
    public static let accept = Route(.post, "/proposals/{proposal_id}/accept")
    /// `POST /proposals/{proposal_id}/decline`. Returns `Keyed<Proposal>`.
    public static let decline = Route(.post, "/proposals/{proposal_id}/decline")
    /// `POST /proposals/{proposal_id}/withdraw`, for the proposer. Returns `Keyed<Proposal>`.
    public static let withdraw = Route(.post, "/proposals/{proposal_id}/withdraw")
    /// `POST /proposals/{proposal_id}/meetup`, for the proposer. Body: ``LinkMeetupRequest``. Returns
    /// `Keyed<Proposal>`.
    public static let linkMeetup = Route(.post, "/proposals/{proposal_id}/meetup")

    /// All routes of this area.
    public static let all = [list, send, accept, decline, withdraw, linkMeetup]
}

/// The body of a new proposal or a counterproposal; see ``ProposalRules``.
public struct SendProposalRequest: Codable, Hashable, Sendable {
    /// The identifier from the proposer's device. It is also the identifier of the message with the proposal.
    public var clientID: ClientID
    /// The title of the meetup.
    public var title: String
    /// The place; `nil` if it is still open.
    public var place: Place?
    /// The IANA name of the place's time zone.
    public var timeZone: String
    /// The times to choose from.
    public var slots: [ProposalSlot]
    /// The proposal that this proposal counters.
    public var counteredID: ProposalID?

    /// Creates the body.
    public init(
        clientID: ClientID, title: String, place: Place? = nil, timeZone: String, slots: [ProposalSlot],
        counteredID: ProposalID? = nil
    ) {
        self.clientID = clientID
        self.title = title
        self.place = place
        self.timeZone = timeZone
        self.slots = slots
        self.counteredID = counteredID
    }

    private enum CodingKeys: String, CodingKey {
        case title, place, slots
        case clientID = "client_id"
        case timeZone = "zone"
        case counteredID = "counters"
    }
}

/// The body of an acceptance.
public struct AcceptProposalRequest: Codable, Hashable, Sendable {
    /// The start of the accepted slot.
    public var startsAt: Date

    /// Creates the body.
    public init(startsAt: Date) {
        self.startsAt = startsAt
    }

    private enum CodingKeys: String, CodingKey {
        case startsAt = "starts_at"
    }
}

/// The body of a request that links an accepted proposal to the meetup that the proposer created from it.
public struct LinkMeetupRequest: Codable, Hashable, Sendable {
    /// The meetup, hosted by the proposer.
    public var meetupID: MeetupID

    /// Creates the body.
    public init(meetupID: MeetupID) {
        self.meetupID = meetupID
    }

    private enum CodingKeys: String, CodingKey {
        case meetupID = "meetup_id"
    }
}
