public import Foundation
public import OrbitModels

/// Identifies a report.
public typealias ReportID = Identifier<Report>

/// A report by the user, with its outcome.
public struct Report: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: ReportID
    /// The reference number for questions about the report, such as `4F7A-09C2`. It is random, so it reveals no count.
    public let receipt: String
    /// The reported person or thing.
    public var about: ReportSubject
    /// The reason for the report.
    public var reason: ReportReason
    /// The user's explanation; `nil` without text.
    public var text: String?
    /// The kinds of evidence that the user has chosen.
    public var evidence: [EvidenceKind]
    /// By the server's clock.
    public let createdAt: Date
    /// The progress of the report.
    public var status: ReportStatus
    /// The outcome; `nil` until the report is decided.
    public var outcome: ReportOutcome?
    /// The time of the decision; `nil` until the report is decided.
    public var decidedAt: Date?
    /// The state of the user's appeal against the outcome; `nil` without an appeal.
    public var appeal: AppealState?

    /// Creates a report.
    public init(
        id: ReportID, receipt: String, about: ReportSubject, reason: ReportReason, text: String? = nil,
        evidence: [EvidenceKind] = [], createdAt: Date, status: ReportStatus = .received,
        outcome: ReportOutcome? = nil, decidedAt: Date? = nil, appeal: AppealState? = nil
    ) {
        self.id = id
        self.receipt = receipt
        self.about = about
        self.reason = reason
        self.text = text
        self.evidence = evidence
        self.createdAt = createdAt
        self.status = status
        self.outcome = outcome
        self.decidedAt = decidedAt
        self.appeal = appeal
    }

    /// Whether the user can still appeal: the outcome is ``ReportOutcome/nothingFound``, and there is no appeal.
    public var canBeAppealed: Bool { outcome == .nothingFound && appeal == nil }

    private enum CodingKeys: String, CodingKey {
        case id, receipt, about, reason, text, evidence, status, outcome, appeal
        case createdAt = "created_at"
        case decidedAt = "decided_at"
    }
}

extension Report: JSONKeyed {
    /// The member `report`.
    public static var jsonKey: String { "report" }
}

/// The progress of a report.
public struct ReportStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The report waits for a moderator.
    public static let received = Self(rawValue: "received")
    /// The report is decided.
    public static let decided = Self(rawValue: "decided")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.received, .decided]
}

/// The part of a decision that the reporter sees. It never contains the measure.
public struct ReportOutcome: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A moderator has taken a measure.
    public static let acted = Self(rawValue: "acted")
    /// The reported person or thing does not break the rules.
    public static let nothingFound = Self(rawValue: "nothing_found")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.acted, .nothingFound]
}
