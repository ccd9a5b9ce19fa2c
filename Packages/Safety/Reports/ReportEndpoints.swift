public import Networking
public import OrbitModels

/// The routes of reports.
public enum ReportRoutes {
    /// `POST /reports`. Body: ``SendReportRequest``; returns `Keyed<Report>`.
    public static let send = Route(.post, "/reports")
    /// `GET /reports`. Returns a page of the user's own ``Report`` values, the latest first.
    public static let mine = Route(.get, "/reports")
    /// `POST /reports/{report_id}/appeal`, once for each report. Body: ``AppealRequest``. Returns `Keyed<Report>`.
    public static let appeal = Route(.post, "/reports/{report_id}/appeal")

    /// All routes of this area.
    public static let all = [send, mine, appeal]
}

/// The body of `POST /reports`.
public struct SendReportRequest: Codable, Hashable, Sendable {
    /// The reported person or thing. The server accepts every well-formed identifier, even if it does not exist.
    public var about: ReportSubject
    /// The reason for the report.
    public var reason: ReportReason
    /// The reporter's explanation; may be empty.
    public var text: String
    /// The evidence that the server copies at once. The copies survive changes to the originals.
    public var evidence: [EvidenceChoice]

    /// Creates the body.
    public init(about: ReportSubject, reason: ReportReason, text: String = "", evidence: [EvidenceChoice] = []) {
        self.about = about
        self.reason = reason
        self.text = text
        self.evidence = evidence
    }

    private enum CodingKeys: String, CodingKey {
        case about, reason, text, evidence
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        about = try container.decode(ReportSubject.self, forKey: .about)
        reason = try container.decode(ReportReason.self, forKey: .reason)
        text = try container.decodeIfPresent(String.self, forKey: .text) ?? ""
        evidence = try container.decodeIfPresent([EvidenceChoice].self, forKey: .evidence) ?? []
    }
}

/// A piece of evidence that the reporter chooses. The server stores the reporter's own text, and content of the
/// reported person, such as photos, posts and hosted meetups. It ignores other content.
public struct EvidenceChoice: Codable, Hashable, Sendable {
    /// The kind of evidence.
    public var kind: EvidenceKind
    /// The meetup, for `EvidenceKind.meetup`.
    public var meetupID: MeetupID?
    /// The photo, for `EvidenceKind.photo`.
    public var photoID: PhotoID?
    /// The post, for `EvidenceKind.post`.
    public var postID: PostID?
    /// The rating, for `EvidenceKind.note`.
    public var ratingID: UserRatingID?
    /// The text, for `EvidenceKind.text`.
    public var text: String?

    /// Creates a choice.
    public init(
        _ kind: EvidenceKind, meetupID: MeetupID? = nil, photoID: PhotoID? = nil, postID: PostID? = nil,
        ratingID: UserRatingID? = nil, text: String? = nil
    ) {
        self.kind = kind
        self.meetupID = meetupID
        self.photoID = photoID
        self.postID = postID
        self.ratingID = ratingID
        self.text = text
    }

    private enum CodingKeys: String, CodingKey {
        case kind, text
        case meetupID = "meetup_id"
        case photoID = "photo_id"
        case postID = "post_id"
        case ratingID = "rating_id"
    }
}

/// The body of an appeal.
public struct AppealRequest: Codable, Hashable, Sendable {
    /// The reason why the decision is wrong.
    public var text: String

    /// Creates the body.
    public init(text: String) {
        self.text = text
    }
}
