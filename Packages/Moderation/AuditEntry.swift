public import Foundation
public import OrbitModels

/// An entry of the audit trail: one action of a moderator.
///
/// Each entry contains the hash of the entry before it. The later entries therefore reveal that an entry was changed or
/// removed.
public struct AuditEntry: Codable, Hashable, Sendable, Identifiable {
    /// The number of the entry, from 1.
    public let number: Int
    /// By the server's clock.
    public let at: Date
    /// An alias of the moderator, which is the same in all entries.
    public var moderatorID: UserID
    /// The action.
    public var action: AuditAction
    /// The case.
    public var caseID: CaseID
    /// The decision; `nil` without a decision.
    public var decisionID: DecisionID?
    /// An alias of the person that the case is about, which is the same in all entries.
    public var userID: UserID
    /// A summary of the decision in wire spellings, such as `suspend 7 insult`.
    public var details: String
    /// The moderator's note.
    public var note: String
    /// The hash of the entry before; empty in the first entry.
    public var previous: String
    /// The hash of all other members, made with the server's key.
    public var hash: String

    /// Creates an entry.
    public init(
        number: Int, at: Date, moderatorID: UserID, action: AuditAction, caseID: CaseID,
        decisionID: DecisionID? = nil, userID: UserID, details: String, note: String, previous: String, hash: String
    ) {
        self.number = number
        self.at = at
        self.moderatorID = moderatorID
        self.action = action
        self.caseID = caseID
        self.decisionID = decisionID
        self.userID = userID
        self.details = details
        self.note = note
        self.previous = previous
        self.hash = hash
    }

    /// The ``number``.
    public var id: Int { number }

    private enum CodingKeys: String, CodingKey {
        case number, at, action, details, note, previous, hash
        case moderatorID = "moderator_id"
        case caseID = "case_id"
        case decisionID = "decision_id"
        case userID = "user_id"
    }
}

extension AuditEntry: JSONKeyed {
    /// The member `entry`.
    public static var jsonKey: String { "entry" }
    /// The member `entries`.
    public static var jsonListKey: String { "entries" }
}

/// An action of a moderator.
public struct AuditAction: OpenEnum, LocalizedTextConvertible {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Decided a case.
    public static let decided = Self(rawValue: "decided")
    /// Ended a suspension early.
    public static let lifted = Self(rawValue: "lifted")
    /// Upheld a decision after an appeal.
    public static let upheld = Self(rawValue: "upheld")
    /// Overturned a decision after an appeal.
    public static let overturned = Self(rawValue: "overturned")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.decided, .lifted, .upheld, .overturned]

    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "audit_action",
        [
            "decided": "Decided", "lifted": "Ended early", "upheld": "Appeal rejected",
            "overturned": "Decision undone",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let moderation = [AccountStanding.vocabulary, AuditAction.vocabulary]
}
