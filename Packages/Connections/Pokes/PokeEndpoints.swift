public import Foundation
public import Networking
public import OrbitModels

/// The routes of pokes. The session identifies the person who pokes or replies.
public enum PokeRoutes {
    /// `POST /pokes`.
    public static let send = Route(.post, "/pokes")
    /// `GET /pokes/incoming`.
    public static let incoming = Route(.get, "/pokes/incoming")
    /// `GET /pokes/outgoing`.
    public static let outgoing = Route(.get, "/pokes/outgoing")
    /// `POST /pokes/{poke_id}/accept`.
    public static let accept = Route(.post, "/pokes/{poke_id}/accept")
    /// `POST /pokes/{poke_id}/decline`.
    public static let decline = Route(.post, "/pokes/{poke_id}/decline")
    /// `POST /pokes/{poke_id}/ignore`.
    public static let ignore = Route(.post, "/pokes/{poke_id}/ignore")
    /// `POST /pokes/{poke_id}/withdraw`.
    public static let withdraw = Route(.post, "/pokes/{poke_id}/withdraw")
    /// `POST /pokes/clear`.
    public static let clear = Route(.post, "/pokes/clear")

    /// All routes of this area.
    public static let all = [send, incoming, outgoing, accept, decline, ignore, withdraw, clear]
}

/// The body of `/pokes`.
public struct SendPokeRequest: Codable, Hashable, Sendable {
    /// The recipient.
    public var toUserID: UserID
    /// The note of the poke.
    public var note: PokeNote

    /// Creates the body.
    public init(toUserID: UserID, note: PokeNote) {
        self.toUserID = toUserID
        self.note = note
    }

    private enum CodingKeys: String, CodingKey {
        case note
        case toUserID = "to_user_id"
    }
}

/// The result of sending a poke: a waiting poke, or a match if the recipient had poked first.
public enum PokeOutcome: Hashable, Sendable {
    /// The poke waits for its recipient.
    case sent(Poke)
    /// The recipient had poked first, and the two are matched.
    case matched(Match)
}

extension PokeOutcome: Codable {
    private enum CodingKeys: String, CodingKey {
        case poke, match
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let match = try container.decodeIfPresent(Match.self, forKey: .match) {
            self = .matched(match)
        } else {
            self = .sent(try container.decode(Poke.self, forKey: .poke))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .sent(let poke): try container.encode(poke, forKey: .poke)
        case .matched(let match): try container.encode(match, forKey: .match)
        }
    }
}

/// A poke that waits for the user's reply.
public struct IncomingPoke: Codable, Hashable, Sendable, Identifiable {
    /// The poke.
    public var poke: Poke
    /// The sender, as visible to the user.
    public var person: Person
    /// The interests, sports and major that the two people share.
    public var shared: SharedContext

    /// Creates an element of the list.
    public init(poke: Poke, person: Person, shared: SharedContext) {
        self.poke = poke
        self.person = person
        self.shared = shared
    }

    /// The identifier of the poke.
    public var id: PokeID { poke.id }
}

/// A poke that the user has sent, in the state that the user may know.
public struct OutgoingPoke: Codable, Hashable, Sendable, Identifiable {
    /// The poke, in the state disclosed to its sender.
    public var poke: Poke
    /// The recipient, as visible to the user.
    public var person: Person

    /// Creates an element of the list.
    public init(poke: Poke, person: Person) {
        self.poke = poke
        self.person = person
    }

    /// The identifier of the poke.
    public var id: PokeID { poke.id }
}

/// The body of `/pokes/clear`: a selection of waiting pokes to ignore at once.
public enum ClearPokesRequest: Hashable, Sendable {
    /// The pokes of one person.
    case from(UserID)
    /// The pokes sent before an instant.
    case sentBefore(Date)

    /// Whether the selection includes this poke.
    public func includes(_ poke: Poke) -> Bool {
        switch self {
        case .from(let user): poke.fromUserID == user
        case .sentBefore(let date): poke.createdAt < date
        }
    }
}

extension ClearPokesRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case fromUserID = "from_user_id"
        case before
    }

    /// Decodes a selection. It has either a sender or an instant; both together are refused.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let user = try container.decodeIfPresent(UserID.self, forKey: .fromUserID) {
            guard !container.contains(.before) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .before, in: container, debugDescription: "expected a sender or an instant, not both")
            }
            self = .from(user)
        } else {
            self = .sentBefore(try container.decode(Date.self, forKey: .before))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .from(let user): try container.encode(user, forKey: .fromUserID)
        case .sentBefore(let date): try container.encode(date, forKey: .before)
        }
    }
}

/// The data of `/pokes/clear`.
public struct ClearedPokes: Codable, Hashable, Sendable {
    /// The number of pokes that were ignored.
    public var cleared: Int

    /// Creates the data.
    public init(cleared: Int) {
        self.cleared = cleared
    }
}

extension IncomingPoke: JSONKeyed {
    /// The member `poke`.
    public static var jsonKey: String { "poke" }
}

extension OutgoingPoke: JSONKeyed {
    /// The member `poke`.
    public static var jsonKey: String { "poke" }
}
