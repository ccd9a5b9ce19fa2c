/// The subject of a report: a person, or content of a person.
///
/// Its kind determines which of the identifiers are set. Create it with ``person(_:)``, ``meetup(_:)``,
/// ``photo(_:of:)``, ``post(_:)`` or ``messages(_:in:of:)``.
public struct ReportSubject: Codable, Hashable, Sendable {
    /// The kind of the subject.
    public var kind: ReportSubjectKind
    /// The maximum number of ``messageIDs``.
    public static let maxMessages = 20

    /// The person, the owner of the photo, or the sender of the messages.
    public var userID: UserID?
    /// The meetup.
    public var meetupID: MeetupID?
    /// The photo.
    public var photoID: PhotoID?
    /// The post or comment.
    public var postID: PostID?
    /// The conversation with the messages.
    public var conversationID: ConversationID?
    /// The chosen messages of one sender, 1 to ``maxMessages``.
    public var messageIDs: [MessageID]?

    /// Creates a subject from a kind and its identifiers.
    public init(
        kind: ReportSubjectKind, userID: UserID? = nil, meetupID: MeetupID? = nil, photoID: PhotoID? = nil,
        postID: PostID? = nil, conversationID: ConversationID? = nil, messageIDs: [MessageID]? = nil
    ) {
        self.kind = kind
        self.userID = userID
        self.meetupID = meetupID
        self.photoID = photoID
        self.postID = postID
        self.conversationID = conversationID
        self.messageIDs = messageIDs
    }

    /// Creates the subject of a report about a person.
    public static func person(_ id: UserID) -> Self { Self(kind: .person, userID: id) }
    /// Creates the subject of a report about a meetup, including its host's words and actions there.
    public static func meetup(_ id: MeetupID) -> Self { Self(kind: .meetup, meetupID: id) }
    /// Creates the subject of a report about a photo of a person.
    public static func photo(_ id: PhotoID, of owner: UserID) -> Self {
        Self(kind: .photo, userID: owner, photoID: id)
    }
    /// Creates the subject of a report about a post or comment in the feed of a meetup.
    public static func post(_ id: PostID) -> Self { Self(kind: .post, postID: id) }
    /// Creates the subject of a report about messages of one person in a conversation.
    ///
    /// - Parameters:
    ///   - ids: The messages, 1 to ``maxMessages``. They are stored as evidence, so a later deletion does not change
    ///     the report.
    ///   - conversation: The conversation, in which the reporter takes part or took part.
    ///   - sender: The sender of all messages.
    public static func messages(_ ids: [MessageID], in conversation: ConversationID, of sender: UserID) -> Self {
        Self(kind: .messages, userID: sender, conversationID: conversation, messageIDs: ids)
    }

    private enum CodingKeys: String, CodingKey {
        case kind
        case userID = "user_id"
        case meetupID = "meetup_id"
        case photoID = "photo_id"
        case postID = "post_id"
        case conversationID = "conversation_id"
        case messageIDs = "message_ids"
    }
}

/// The kind of the subject of a report.
public struct ReportSubjectKind: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A person.
    public static let person = Self(rawValue: "person")
    /// A meetup.
    public static let meetup = Self(rawValue: "meetup")
    /// A photo of a person.
    public static let photo = Self(rawValue: "photo")
    /// A post or comment.
    public static let post = Self(rawValue: "post")
    /// Messages of one person in a conversation.
    public static let messages = Self(rawValue: "messages")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.person, .meetup, .photo, .post, .messages]
}

/// A kind of evidence.
public struct EvidenceKind: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person's profile, as far as the reporter may see it.
    public static let profile = Self(rawValue: "profile")
    /// All photos of the person's profile.
    public static let photos = Self(rawValue: "photos")
    /// One photo.
    public static let photo = Self(rawValue: "photo")
    /// The plan of a meetup that the person hosts.
    public static let meetup = Self(rawValue: "meetup")
    /// A post or comment of the person.
    public static let post = Self(rawValue: "post")
    /// The note of a rating that the reported person gave the reporter.
    public static let note = Self(rawValue: "note")
    /// A text that the reporter adds, such as a copied message.
    public static let text = Self(rawValue: "text")
    /// The reported messages. A report about messages always has them.
    public static let messages = Self(rawValue: "messages")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.profile, .photos, .photo, .meetup, .post, .note, .text, .messages]
}
