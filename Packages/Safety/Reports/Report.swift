public import Foundation
public import OrbitModels

/// Identifies a report.
public typealias ReportID = Identifier<Report>

/// A report that the user has made, and what has become of it.
public struct Report: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: ReportID
    /// The number to name when asking about it, such as `4F7A-09C2`. It counts nothing.
    public let receipt: String
    /// What it is about.
    public var about: ReportSubject
    /// Why.
    public var reason: ReportReason
    /// What the user has said beside the reason.
    public var text: String?
    /// What the user has chosen to be kept as evidence.
    public var evidence: [EvidenceKind]
    /// By the server's clock.
    public let createdAt: Date
    /// Where it stands.
    public var status: ReportStatus
    /// What came of it, once it is decided.
    public var outcome: ReportOutcome?
    /// When it was decided.
    public var decidedAt: Date?
    /// What has become of the user's appeal against the outcome; `nil` without one.
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

    /// Whether the user can still appeal: nothing was found, and they have not done so.
    public var canBeAppealed: Bool { outcome == .nothingFound && appeal == nil }

    private enum CodingKeys: String, CodingKey {
        case id, receipt, about, reason, text, evidence, status, outcome, appeal
        case createdAt = "created_at"
        case decidedAt = "decided_at"
    }
}

extension Report: WireNamed {
    /// The member `report`.
    public static var wireName: String { "report" }
}

/// Where a report stands.
public struct ReportStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It waits for a moderator.
    public static let received = Self(rawValue: "received")
    /// A moderator has looked at it.
    public static let decided = Self(rawValue: "decided")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.received, .decided]
}

/// What the reporter is told of a decision: never which measure was taken.
public struct ReportOutcome: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Something was done about it.
    public static let acted = Self(rawValue: "acted")
    /// Nothing was found that breaks the rules.
    public static let nothingFound = Self(rawValue: "nothing_found")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.acted, .nothingFound]
}
