/// The subject of a report: a person, or content of a person.
///
/// Its kind determines which of the identifiers are set. Create it with ``person(_:)``, ``meetup(_:)``,
/// ``photo(_:of:)`` or ``post(_:)``.
public struct ReportSubject: Codable, Hashable, Sendable {
    /// The kind of the subject.
    public var kind: ReportSubjectKind
    /// The person, or the owner of the photo.
    public var userID: UserID?
    /// The meetup.
    public var meetupID: MeetupID?
    /// The photo.
    public var photoID: PhotoID?
    /// The post or comment.
    public var postID: PostID?

    /// Creates a subject from a kind and its identifiers.
    public init(
        kind: ReportSubjectKind, userID: UserID? = nil, meetupID: MeetupID? = nil, photoID: PhotoID? = nil,
        postID: PostID? = nil
    ) {
        self.kind = kind
        self.userID = userID
        self.meetupID = meetupID
        self.photoID = photoID
        self.postID = postID
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

    private enum CodingKeys: String, CodingKey {
        case kind
        case userID = "user_id"
        case meetupID = "meetup_id"
        case photoID = "photo_id"
        case postID = "post_id"
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

    /// The values this version knows, in display order.
    public static let known: [Self] = [.person, .meetup, .photo, .post]
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

    /// The values this version knows, in display order.
    public static let known: [Self] = [.profile, .photos, .photo, .meetup, .post, .note, .text]
}
