public import Foundation

/// Identifies a conversation.
public typealias ConversationID = Identifier<Conversation>

/// A conversation as visible to one of its participants.
public struct Conversation: Hashable, Sendable, Identifiable {
    /// The maximum of ``unreadCount``. This number means that there are at least as many unread messages.
    public static let maxUnreadCount = 999
    /// The maximum number of a message. Larger numbers of a broken server would overflow in a sum.
    package static let maxSeq = 1 << 53

    /// Assigned by the server.
    public let id: ConversationID
    /// The kind, which determines who takes part.
    public var kind: ConversationKind
    /// The match, the group or the meetup.
    public var origin: ConversationOrigin
    /// The title of the meetup; `nil` for other kinds.
    public var title: String?
    /// The people, without those who are hidden from the user. The user is one of them.
    public var participants: [ConversationParticipant]
    /// Whether the user wants no notifications of new messages.
    public var isMuted: Bool
    /// Whether the user can write. After the end of a match, and after leaving a meetup, messages can only be read.
    public var isOpen: Bool
    /// The last message; `nil` if there is none.
    public var lastMessage: Message?
    /// The number of the last message; 0 if there is none.
    public var lastSeq: Int
    /// The user's watermark: the number of the last message that the user has read, or 0. It never decreases.
    public var readThrough: Int
    /// The number of unread messages, 0 to ``maxUnreadCount``; see ``Message/countsAsUnread(for:)``.
    public var unreadCount: Int
    /// The time of the latest activity, by the server's clock. The list of conversations is sorted by it.
    public var updatedAt: Date
    /// The time of creation, by the server's clock.
    public let createdAt: Date

    /// Creates a conversation.
    public init(
        id: ConversationID, kind: ConversationKind, origin: ConversationOrigin, title: String? = nil,
        participants: [ConversationParticipant], isMuted: Bool = false, isOpen: Bool = true,
        lastMessage: Message? = nil, lastSeq: Int = 0, readThrough: Int = 0, unreadCount: Int = 0, updatedAt: Date,
        createdAt: Date
    ) {
        self.id = id
        self.kind = kind
        self.origin = origin
        self.title = title
        self.participants = participants
        self.isMuted = isMuted
        self.isOpen = isOpen
        self.lastMessage = lastMessage
        self.lastSeq = lastSeq
        self.readThrough = readThrough
        self.unreadCount = unreadCount
        self.updatedAt = updatedAt
        self.createdAt = createdAt
    }
}

extension Conversation: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, origin, title, participants
        case isMuted = "is_muted"
        case isOpen = "is_open"
        case lastMessage = "last_message"
        case lastSeq = "last_seq"
        case readThrough = "read_through"
        case unreadCount = "unread_count"
        case updatedAt = "updated_at"
        case createdAt = "created_at"
    }

    /// Decodes a conversation. Unreadable participants are left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ConversationID.self, forKey: .id)
        kind = try container.decode(ConversationKind.self, forKey: .kind)
        origin = try container.decode(ConversationOrigin.self, forKey: .origin)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        participants = try container.decode(
            LossyList<ConversationParticipant>.self, forKey: .participants
        ).elements
        isMuted = try container.decodeIfPresent(Bool.self, forKey: .isMuted) ?? false
        isOpen = try container.decodeIfPresent(Bool.self, forKey: .isOpen) ?? true
        lastMessage = try container.decodeIfPresent(Message.self, forKey: .lastMessage)
        func number(_ key: CodingKeys, upTo limit: Int) throws -> Int {
            min(max(0, try container.decodeIfPresent(Int.self, forKey: key) ?? 0), limit)
        }
        lastSeq = try number(.lastSeq, upTo: Self.maxSeq)
        readThrough = try number(.readThrough, upTo: Self.maxSeq)
        unreadCount = try number(.unreadCount, upTo: Self.maxUnreadCount)
        updatedAt = try container.decode(Date.self, forKey: .updatedAt)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
    }
}

/// The kind of a conversation.
public struct ConversationKind: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Two matched people.
    public static let pair = Self(rawValue: "pair")
    /// The three people of a daily match.
    public static let group = Self(rawValue: "group")
    /// The host and the attendees of a meetup.
    public static let meetup = Self(rawValue: "meetup")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pair, .group, .meetup]
}

/// A person of a conversation.
public struct ConversationParticipant: Codable, Hashable, Sendable {
    /// The person.
    public var userID: UserID
    /// The person's name.
    public var name: String
    /// The number of the last message that the person has read. `nil` unless both the person and the user share their
    /// activity.
    public var readThrough: Int?

    /// Creates a participant.
    public init(userID: UserID, name: String, readThrough: Int? = nil) {
        self.userID = userID
        self.name = name
        self.readThrough = readThrough
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case userID = "user_id"
        case readThrough = "read_through"
    }
}

extension Conversation: JSONKeyed {
    /// The member `conversation`.
    public static var jsonKey: String { "conversation" }
}
