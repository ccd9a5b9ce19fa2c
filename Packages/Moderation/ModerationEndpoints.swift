public import Networking
public import OrbitModels
public import Validation

/// The routes of moderation. The server responds with `not_found` to people who are not moderators.
public enum ModerationRoutes {
    /// `GET /moderation/cases`. Returns a page of ``CaseSummary``, the most urgent first.
    public static let queue = Route(.get, "/moderation/cases")
    /// `GET /moderation/cases/{case_id}`. Returns ``CaseFile``.
    public static let caseFile = Route(.get, "/moderation/cases/{case_id}")
    /// `GET /moderation/cases/{case_id}/reports`. Returns a page of ``CaseReport``, the oldest first.
    public static let reports = Route(.get, "/moderation/cases/{case_id}/reports")
    /// `GET /moderation/cases/{case_id}/photos/{photo_id}`. Returns the bytes of a photo that is stored as evidence.
    public static let photo = Route(.get, "/moderation/cases/{case_id}/photos/{photo_id}")
    /// `POST /moderation/cases/{case_id}/decide`. Body: ``DecideCaseRequest``. Returns `Keyed<ModeratedDecision>`.
    public static let decide = Route(.post, "/moderation/cases/{case_id}/decide")
    /// `POST /moderation/decisions/{decision_id}/lift`. Body: ``LiftRequest``. Returns `Keyed<ModeratedDecision>`.
    public static let lift = Route(.post, "/moderation/decisions/{decision_id}/lift")
    /// `GET /moderation/appeals`. Returns a page of ``ModerationAppeal``, the oldest first.
    public static let appeals = Route(.get, "/moderation/appeals")
    /// `POST /moderation/appeals/{appeal_id}/decide`. Body: ``DecideAppealRequest``. Returns `Keyed<ModerationAppeal>`.
    public static let decideAppeal = Route(.post, "/moderation/appeals/{appeal_id}/decide")
    /// `GET /moderation/audit`. Returns a page of ``AuditEntry``, the latest first. Entries are never changed or
    /// removed.
    public static let audit = Route(.get, "/moderation/audit")

    /// All routes of this area.
    public static let all = [queue, caseFile, reports, photo, decide, lift, appeals, decideAppeal, audit]
}

/// The body of a decision about a case.
public struct DecideCaseRequest: Codable, Hashable, Sendable {
    /// The number of the last report that the decision covers. Later reports keep the case open.
    public var through: Int
    /// The measure.
    public var action: ModerationAction
    /// The reason for the measure, which the person sees.
    public var reason: ReportReason
    /// The reason for other moderators, in the form of ``ModerationTexts/note``. The person does not read it.
    public var note: String
    /// The length of a suspension in days, 1 to ``ModerationLimits/days``; `nil` for other measures.
    public var days: Int?
    /// Whether the reported thing is removed as well.
    public var removesContent: Bool

    /// Creates the body.
    public init(
        through: Int, action: ModerationAction, reason: ReportReason, note: String, days: Int? = nil,
        removesContent: Bool = false
    ) {
        self.through = through
        self.action = action
        self.reason = reason
        self.note = note
        self.days = days
        self.removesContent = removesContent
    }

    private enum CodingKeys: String, CodingKey {
        case through, action, reason, note, days
        case removesContent = "removes_content"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        through = try container.decode(Int.self, forKey: .through)
        action = try container.decode(ModerationAction.self, forKey: .action)
        reason = try container.decode(ReportReason.self, forKey: .reason)
        note = try container.decode(String.self, forKey: .note)
        days = try container.decodeIfPresent(Int.self, forKey: .days)
        removesContent = try container.decodeIfPresent(Bool.self, forKey: .removesContent) ?? false
    }
}

/// The limits of decisions.
public enum ModerationLimits {
    /// The maximum length of a suspension that ends by itself, in days.
    public static let days = 365
    /// The maximum number of characters of a note.
    public static let note = 2_000
}

/// The forms of the texts of this module.
public enum ModerationTexts {
    /// A note for other moderators.
    public static let note = TextForm(characters: 1...ModerationLimits.note, bytes: 8_000, lines: .several)
}

/// The body of `POST /moderation/decisions/{decision_id}/lift`.
public struct LiftRequest: Codable, Hashable, Sendable {
    /// The reason for other moderators, in the form of ``ModerationTexts/note``.
    public var note: String

    /// Creates the body.
    public init(note: String) {
        self.note = note
    }
}

/// The body of a decision about an appeal.
public struct DecideAppealRequest: Codable, Hashable, Sendable {
    /// Whether the appeal succeeds, because the decision was wrong.
    public var overturns: Bool
    /// The reason for other moderators, in the form of ``ModerationTexts/note``.
    public var note: String

    /// Creates the body.
    public init(overturns: Bool, note: String) {
        self.overturns = overturns
        self.note = note
    }
}
