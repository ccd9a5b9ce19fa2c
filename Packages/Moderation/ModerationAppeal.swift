public import Foundation
public import OrbitModels

/// Identifies an appeal.
public typealias AppealID = Identifier<ModerationAppeal>

/// An appeal as a moderator sees it: of a person against what was decided about them, or of a reporter against that
/// nothing was done.
public struct ModerationAppeal: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: AppealID
    /// Whether it is the person's that was decided about, and not that of a reporter.
    public var isBySubject: Bool
    /// What is appealed against.
    public var decision: ModeratedDecision
    /// Why it is said to be wrong.
    public var text: String
    /// By the server's clock.
    public let createdAt: Date
    /// Where it stands.
    public var state: AppealState

    /// Creates an appeal.
    public init(
        id: AppealID, isBySubject: Bool, decision: ModeratedDecision, text: String, createdAt: Date,
        state: AppealState = .open
    ) {
        self.id = id
        self.isBySubject = isBySubject
        self.decision = decision
        self.text = text
        self.createdAt = createdAt
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case id, decision, text, state
        case isBySubject = "by_subject"
        case createdAt = "created_at"
    }
}

extension ModerationAppeal: WireNamed {
    /// The member `appeal`.
    public static var wireName: String { "appeal" }
}
