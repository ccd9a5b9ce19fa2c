public import Foundation

/// Identifies a poke.
public typealias PokeID = Identifier<Poke>

/// A request to meet another person. Two pokes in opposite directions make a match.
public struct Poke: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: PokeID
    /// The sender.
    public let fromUserID: UserID
    /// The recipient.
    public let toUserID: UserID
    /// The message.
    public let note: PokeNote
    /// Its state, as visible to the user.
    public var status: PokeStatus
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// The time at which it expires without a response.
    public let expiresAt: Date

    /// Creates a poke.
    public init(
        id: PokeID, fromUserID: UserID, toUserID: UserID, note: PokeNote, status: PokeStatus, createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.fromUserID = fromUserID
        self.toUserID = toUserID
        self.note = note
        self.status = status
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, note, status
        case fromUserID = "from_user_id"
        case toUserID = "to_user_id"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }
}

/// The message of a poke. The set is fixed, because free text from strangers invites abuse.
public struct PokeNote: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A greeting.
    public static let hello = Self(rawValue: "hello")
    /// The two share an interest.
    public static let sharedInterest = Self(rawValue: "shared_interest")
    /// An offer to study together.
    public static let studyTogether = Self(rawValue: "study_together")
    /// An offer to play a sport together.
    public static let playTogether = Self(rawValue: "play_together")
    /// An invitation to coffee.
    public static let coffee = Self(rawValue: "coffee")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.hello, .sharedInterest, .studyTogether, .playTogether, .coffee]
}

/// The state of a poke.
public struct PokeStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Waits for the recipient.
    public static let pending = Self(rawValue: "pending")
    /// Accepted. The two people are matched.
    public static let accepted = Self(rawValue: "accepted")
    /// Declined by the recipient; the sender sees `pending`.
    public static let declined = Self(rawValue: "declined")
    /// Dismissed by the recipient without a reply (`POST /pokes/clear`); the sender sees `pending`.
    public static let ignored = Self(rawValue: "ignored")
    /// Withdrawn by the sender.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// Neither accepted nor declined in time.
    public static let expired = Self(rawValue: "expired")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pending, .accepted, .declined, .ignored, .withdrawn, .expired]
}

extension Poke: JSONKeyed {
    /// The member `poke`.
    public static var jsonKey: String { "poke" }
}
