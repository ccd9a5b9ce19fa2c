public import Foundation
public import OrbitModels

/// Identifies a case.
public typealias CaseID = Identifier<CaseSummary>

/// All that was reported of one thing, as the queue shows it.
public struct CaseSummary: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: CaseID
    /// What it is about.
    public var about: ReportSubject
    /// The person who answers for it.
    public var userID: UserID
    /// Their name now; `nil` if they have left.
    public var name: String?
    /// What has become of their account.
    public var account: AccountStanding
    /// The reasons that were named.
    public var reasons: [ReportReason]
    /// How many reports wait for a decision.
    public var reports: Int
    /// How many of those who report are independent of each other: people who are matched, or were at a meetup
    /// together, count as one.
    public var circles: Int
    /// How much the case goes before others, in days of waiting.
    public var urgency: Int
    /// When the first of the reports came that wait.
    public var openedAt: Date
    /// The number of the last report, for ``DecideCaseRequest/through``.
    public var through: Int
    /// How many reports about the person were upheld so far.
    public var upheld: Int

    /// Creates a case.
    public init(
        id: CaseID, about: ReportSubject, userID: UserID, name: String? = nil, account: AccountStanding,
        reasons: [ReportReason], reports: Int, circles: Int, urgency: Int, openedAt: Date, through: Int, upheld: Int
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
        self.upheld = upheld
    }

    private enum CodingKeys: String, CodingKey {
        case id, about, name, account, reasons, reports, circles, urgency, through, upheld
        case userID = "user_id"
        case openedAt = "opened_at"
    }
}

extension CaseSummary: WireNamed {
    /// The member `case`.
    public static var wireName: String { "case" }
}

/// What has become of an account.
public struct AccountStanding: OpenEnum, Worded {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person can sign in.
    public static let active = Self(rawValue: "active")
    /// The account is suspended.
    public static let suspended = Self(rawValue: "suspended")
    /// The person has left.
    public static let gone = Self(rawValue: "gone")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.active, .suspended, .gone]

    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "account_standing", ["active": "Active", "suspended": "Suspended", "gone": "Has left"])
}

/// A case with what was decided before.
public struct CaseFile: Codable, Hashable, Sendable {
    /// The case.
    public var summary: CaseSummary
    /// What was decided about the person, in this case and others, the latest first; at most 50.
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

/// A report as a moderator sees it. Who has sent it is not said, only which reports of the case come from one person.
public struct CaseReport: Codable, Hashable, Sendable, Identifiable {
    /// Counts the reports of the case, from 1.
    public let number: Int
    /// Counts those who have reported, from 1.
    public var reporter: Int
    /// Why.
    public var reason: ReportReason
    /// What was said beside that.
    public var text: String?
    /// What was kept.
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

    /// Its number.
    public var id: Int { number }

    private enum CodingKeys: String, CodingKey {
        case number, reporter, reason, text, evidence
        case createdAt = "created_at"
    }
}

extension CaseReport: WireNamed {
    /// The member `report`.
    public static var wireName: String { "report" }
}

/// A piece of evidence, as it was when it was kept. It has only its kind if there was nothing to keep, or no room.
public struct Evidence: Codable, Hashable, Sendable {
    /// What it is.
    public var kind: EvidenceKind
    /// A post, a note, or what the reporter has sent.
    public var text: String?
    /// The person with what they showed.
    public var person: Person?
    /// The meetup.
    public var meetup: Meetup?
    /// Photos, to be read at `ModerationRoutes.photo`.
    public var photos: [PhotoID]?
    /// `true` if all or some of the piece was left out, because the reporter had sent as much evidence as is kept of one
    /// reporter within a day.
    public var isIncomplete: Bool?

    private enum CodingKeys: String, CodingKey {
        case kind, text, person, meetup, photos
        case isIncomplete = "is_incomplete"
    }

    /// Creates a piece of evidence.
    public init(
        _ kind: EvidenceKind, text: String? = nil, person: Person? = nil, meetup: Meetup? = nil,
        photos: [PhotoID]? = nil, isIncomplete: Bool? = nil
    ) {
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
    /// As the person is told of it.
    public var decision: Decision
    /// The person it is about.
    public var userID: UserID
    /// The case.
    public var caseID: CaseID
    /// Who has decided.
    public var moderatorID: UserID
    /// For moderators alone.
    public var note: String
    /// The number of the last report that it takes account of.
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

extension ModeratedDecision: WireNamed {
    /// The member `decision`.
    public static var wireName: String { "decision" }
}
