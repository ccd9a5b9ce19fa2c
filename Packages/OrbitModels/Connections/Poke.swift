public import Foundation

public typealias PokeID = Identifier<Poke>

/// One person's wish to meet another. Two that cross make a match.
public struct Poke: Codable, Hashable, Sendable, Identifiable {
    public let id: PokeID
    public let fromUserID: UserID
    public let toUserID: UserID
    public let note: PokeNote
    public var status: PokeStatus
    public let createdAt: Date
    /// When it lapses unanswered.
    public let expiresAt: Date

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

/// What a poke says. A fixed set: free text from strangers invites abuse.
public struct PokeNote: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let hello = Self(rawValue: "hello")
    public static let sharedInterest = Self(rawValue: "shared_interest")
    public static let studyTogether = Self(rawValue: "study_together")
    public static let playTogether = Self(rawValue: "play_together")
    public static let coffee = Self(rawValue: "coffee")

    public static let known: [Self] = [.hello, .sharedInterest, .studyTogether, .playTogether, .coffee]
}

public struct PokeStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let pending = Self(rawValue: "pending")
    public static let accepted = Self(rawValue: "accepted")
    public static let declined = Self(rawValue: "declined")
    public static let ignored = Self(rawValue: "ignored")
    public static let withdrawn = Self(rawValue: "withdrawn")
    public static let expired = Self(rawValue: "expired")

    public static let known: [Self] = [.pending, .accepted, .declined, .ignored, .withdrawn, .expired]
}
