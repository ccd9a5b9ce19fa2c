public import Foundation
public import OrbitModels

/// Identifies a case.
public typealias CaseID = Identifier<CaseSummary>

/// A case as the queue shows it: all reports about one person, meetup, photo or post.
public struct CaseSummary: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: CaseID
    /// The reported person or thing.
    public var about: ReportSubject
    /// The person who is responsible for it.
    public var userID: UserID
    /// The person's current name; `nil` if their account is deleted.
    public var name: String?
    /// The state of the person's account.
    public var account: AccountStanding
    /// The reasons of the reports.
    public var reasons: [ReportReason]
    /// The number of reports that wait for a decision.
    public var reports: Int
    /// The number of independent groups of reporters. People who are matched, or who attended the same meetup, are one
    /// group. All people with new accounts are one group too.
    public var circles: Int
    /// The urgency in days. The queue is in the order of ``openedAt``, but each case counts as opened this number of
    /// days earlier.
    public var urgency: Int
    /// The time of the first report that waits for a decision.
    public var openedAt: Date
    /// The number of the latest report, for ``DecideCaseRequest/through``.
    public var through: Int
    /// The number of reports about the person that were upheld so far.
    public var upheldReports: Int

    /// Creates a case.
    public init(
        id: CaseID, about: ReportSubject, userID: UserID, name: String? = nil, account: AccountStanding,
        reasons: [ReportReason], reports: Int, circles: Int, urgency: Int, openedAt: Date, through: Int,
        upheldReports: Int
    ) {
        self.id = id
        self.about = about
        self.userID = userID
        self.name = name
        self.account = account
        self.reasons = reasons
        self.reports = reports
        self.circles = circles
        self.urgency = urgency
        self.openedAt = openedAt
        self.through = through
        self.upheldReports = upheldReports
    }

    private enum CodingKeys: String, CodingKey {
        case id, about, name, account, reasons, reports, circles, urgency, through
        case userID = "user_id"
        case openedAt = "opened_at"
        case upheldReports = "upheld"
    }
}

extension CaseSummary: JSONKeyed {
    /// The member `case`.
    public static var jsonKey: String { "case" }
}

/// The state of an account.
public struct AccountStanding: OpenEnum, LocalizedTextConvertible {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person can sign in.
    public static let active = Self(rawValue: "active")
    /// The account is suspended.
    public static let suspended = Self(rawValue: "suspended")
    /// The account is deleted.
    public static let gone = Self(rawValue: "gone")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.active, .suspended, .gone]

    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "account_standing", ["active": "Active", "suspended": "Suspended", "gone": "Has left"])
}

/// A case with the earlier decisions about the person.
public struct CaseFile: Codable, Hashable, Sendable {
    /// The case.
    public var summary: CaseSummary
    /// The decisions about the person, in this case and in other cases. The latest first, at most 50.
    public var decisions: [ModeratedDecision]

    /// Creates a file.
    public init(summary: CaseSummary, decisions: [ModeratedDecision]) {
        self.summary = summary
        self.decisions = decisions
    }

    private enum CodingKeys: String, CodingKey {
        case decisions
        case summary = "case"
    }
}

/// A report as a moderator sees it. It does not name the reporter, and numbers the reporters of the case instead.
public struct CaseReport: Codable, Hashable, Sendable, Identifiable {
    /// The number of the report in the case, from 1.
    public let number: Int
    /// The number of the reporter in the case, from 1.
    public var reporter: Int
    /// The reason for the report.
    public var reason: ReportReason
    /// The reporter's explanation; `nil` without text.
    public var text: String?
    /// The evidence that the reporter has chosen.
    public var evidence: [Evidence]
    /// By the server's clock.
    public let createdAt: Date

    /// Creates a report.
    public init(
        number: Int, reporter: Int, reason: ReportReason, text: String? = nil, evidence: [Evidence] = [],
        createdAt: Date
    ) {
        self.number = number
        self.reporter = reporter
        self.reason = reason
        self.text = text
        self.evidence = evidence
        self.createdAt = createdAt
    }

    /// The ``number``.
    public var id: Int { number }

    private enum CodingKeys: String, CodingKey {
        case number, reporter, reason, text, evidence
        case createdAt = "created_at"
    }
}

extension CaseReport: JSONKeyed {
    /// The member `report`.
    public static var jsonKey: String { "report" }
}

/// A copy of a piece of evidence from the time of the report. It has only its kind if there was nothing to copy, or if
/// the reporter's limit for stored evidence was reached.
public struct Evidence: Codable, Hashable, Sendable {
    /// The kind of evidence.
    public var kind: EvidenceKind
    /// The text of a post or of a note, or the reporter's own text.
    public var text: String?
    /// The person, with the profile as the reporter could see it.
    public var person: Person?
    /// The plan of the meetup.
    public var meetup: Meetup?
    /// The photos. `ModerationRoutes.photo` returns their bytes.
    public var photos: [PhotoID]?
    /// The reported messages, without reactions and quoted texts. A message that was deleted before the report has no
    /// text.
    public var messages: [Message]?
    /// `true` if all or part of the piece is missing, because the reporter's limit for stored evidence was reached.
    /// There is a limit for a day and a limit for 800 days.
    public var isIncomplete: Bool?

    private enum CodingKeys: String, CodingKey {
        case kind, text, person, meetup, photos, messages
        case isIncomplete = "is_incomplete"
    }

    /// Creates a piece of evidence.
    public init(
        _ kind: EvidenceKind, text: String? = nil, person: Person? = nil, meetup: Meetup? = nil,
        photos: [PhotoID]? = nil, messages: [Message]? = nil, isIncomplete: Bool? = nil
    ) {
        self.messages = messages
        self.isIncomplete = isIncomplete
        self.kind = kind
        self.text = text
        self.person = person
        self.meetup = meetup
        self.photos = photos
    }
}

/// A decision as moderators see it.
public struct ModeratedDecision: Codable, Hashable, Sendable, Identifiable {
    /// The decision as the person sees it.
    public var decision: Decision
    /// The person that the decision is about.
    public var userID: UserID
    /// The case.
    public var caseID: CaseID
    /// The moderator who has decided.
    public var moderatorID: UserID
    /// The note for other moderators. The person does not see it.
    public var note: String
    /// The number of the last report that the decision covers.
    public var through: Int

    /// Creates a decision.
    public init(
        decision: Decision, userID: UserID, caseID: CaseID, moderatorID: UserID, note: String, through: Int
    ) {
        self.decision = decision
        self.userID = userID
        self.caseID = caseID
        self.moderatorID = moderatorID
        self.note = note
        self.through = through
    }

    /// The identifier of the decision.
    public var id: DecisionID { decision.id }

    private enum CodingKeys: String, CodingKey {
        case decision, note, through
        case userID = "user_id"
        case caseID = "case_id"
        case moderatorID = "moderator_id"
    }
}

extension ModeratedDecision: JSONKeyed {
    /// The member `decision`.
    public static var jsonKey: String { "decision" }
}
