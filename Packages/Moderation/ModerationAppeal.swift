public import Foundation
public import OrbitModels

/// Identifies an appeal.
public typealias AppealID = Identifier<ModerationAppeal>

/// An appeal as a moderator sees it.
///
/// The person appeals against a decision about them. A reporter appeals against a dismissal.
public struct ModerationAppeal: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: AppealID
    /// Whether the appeal is by the person that the decision is about, and not by a reporter.
    public var isBySubject: Bool
    /// The decision that the appeal is against.
    public var decision: ModeratedDecision
    /// The appellant's reason why the decision is wrong.
    public var text: String
    /// By the server's clock.
    public let createdAt: Date
    /// The state of the appeal.
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

extension ModerationAppeal: JSONKeyed {
    /// The member `appeal`.
    public static var jsonKey: String { "appeal" }
}
