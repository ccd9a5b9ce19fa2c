/// The match, the group or the meetup whose people talk in a conversation. Each origin has one conversation.
public struct ConversationOrigin: Codable, Hashable, Sendable {
    /// The kind of the origin.
    public var kind: ConversationOriginKind
    /// The identifier of the match, the group or the meetup.
    public var id: Identifier<ConversationOrigin>

    /// Creates an origin from a kind and an identifier.
    public init(kind: ConversationOriginKind, id: Identifier<ConversationOrigin>) {
        self.kind = kind
        self.id = id
    }

    /// Creates the origin of the conversation of two matched people.
    public static func match(_ id: MatchID) -> Self { Self(kind: .match, id: Identifier(id.rawValue)) }
    /// Creates the origin of the conversation of a group of three.
    public static func group(_ id: MatchGroupID) -> Self { Self(kind: .matchGroup, id: Identifier(id.rawValue)) }
    /// Creates the origin of the conversation of a meetup.
    public static func meetup(_ id: MeetupID) -> Self { Self(kind: .meetup, id: Identifier(id.rawValue)) }

    /// The match; `nil` for other kinds.
    public var matchID: MatchID? { kind == .match ? MatchID(id.rawValue) : nil }
    /// The group of three; `nil` for other kinds.
    public var groupID: MatchGroupID? { kind == .matchGroup ? MatchGroupID(id.rawValue) : nil }
    /// The meetup; `nil` for other kinds.
    public var meetupID: MeetupID? { kind == .meetup ? MeetupID(id.rawValue) : nil }
}

/// The kind of the origin of a conversation.
public struct ConversationOriginKind: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An active match of two people.
    public static let match = Self(rawValue: "match")
    /// A group of three of the daily pairing.
    public static let matchGroup = Self(rawValue: "match_group")
    /// A meetup.
    public static let meetup = Self(rawValue: "meetup")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.match, .matchGroup, .meetup]
}
