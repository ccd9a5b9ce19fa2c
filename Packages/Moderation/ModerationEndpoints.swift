public import Networking
public import OrbitModels
public import Validation

/// The routes of moderation. For all others than moderators there is nothing there.
public enum ModerationRoutes {
    /// `GET /moderation/cases`: a page of ``CaseSummary``, the most urgent first.
    public static let queue = Route(.get, "/moderation/cases")
    /// `GET /moderation/cases/{case_id}`. Returns ``CaseFile``.
    public static let caseFile = Route(.get, "/moderation/cases/{case_id}")
    /// `GET /moderation/cases/{case_id}/reports`: a page of ``CaseReport``, the oldest first.
    public static let reports = Route(.get, "/moderation/cases/{case_id}/reports")
    /// `GET /moderation/cases/{case_id}/photos/{photo_id}`: a photo that is kept as evidence.
    public static let photo = Route(.get, "/moderation/cases/{case_id}/photos/{photo_id}")
    /// `POST /moderation/cases/{case_id}/decide`. Body: ``DecideCaseRequest``; returns `Named<ModeratedDecision>`.
    public static let decide = Route(.post, "/moderation/cases/{case_id}/decide")
    /// `POST /moderation/decisions/{decision_id}/lift`. Body: ``LiftRequest``; returns `Named<ModeratedDecision>`.
    public static let lift = Route(.post, "/moderation/decisions/{decision_id}/lift")
    /// `GET /moderation/appeals`: a page of ``ModerationAppeal``, the oldest first.
    public static let appeals = Route(.get, "/moderation/appeals")
    /// `POST /moderation/appeals/{appeal_id}/decide`. Body: ``DecideAppealRequest``; returns `Named<ModerationAppeal>`.
    public static let decideAppeal = Route(.post, "/moderation/appeals/{appeal_id}/decide")
    /// `GET /moderation/audit`: a page of ``AuditEntry``, the latest first. Nothing changes or removes one.
    public static let audit = Route(.get, "/moderation/audit")

    /// All routes of this area.
    public static let all = [queue, caseFile, reports, photo, decide, lift, appeals, decideAppeal, audit]
}

/// The body of a decision about a case.
public struct DecideCaseRequest: Codable, Hashable, Sendable {
    /// The number of the last report that it takes account of. Later ones keep the case open.
    public var through: Int
    /// What is done.
    public var action: ModerationAction
    /// Why; the person is told.
    public var reason: ReportReason
    /// The reason for other moderators, in the form of ``ModerationTexts/note``. The person does not read it.
    public var note: String
    /// For how many days a suspension holds, 1 to ``ModerationLimits/days``.
    public var days: Int?
    /// Whether what was reported is removed as well.
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

/// What decisions accept.
public enum ModerationLimits {
    /// The most days of a suspension that ends by itself.
    public static let days = 365
    /// The most characters of a note.
    public static let note = 2_000
}

/// The texts of this module.
public enum ModerationTexts {
    /// A note for other moderators.
    public static let note = TextForm(characters: 1...ModerationLimits.note, bytes: 8_000, lines: .several)
}

/// The body of `/moderation/decisions/{decision_id}/lift`.
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
    /// Whether the decision was wrong.
    public var overturns: Bool
    /// The reason for other moderators, in the form of ``ModerationTexts/note``.
    public var note: String

    /// Creates the body.
    public init(overturns: Bool, note: String) {
        self.overturns = overturns
        self.note = note
    }
}
