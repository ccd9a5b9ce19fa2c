public import Foundation
public import OrbitModels

/// One step of the trail of what moderators have done. Each holds the hash of the one before, so that none can be
/// changed or taken out without all later ones showing it.
public struct AuditEntry: Codable, Hashable, Sendable, Identifiable {
    /// Counts from 1.
    public let number: Int
    /// By the server's clock.
    public let at: Date
    /// Who has done it; an alias, which is the same in all entries.
    public var moderatorID: UserID
    /// What was done.
    public var action: AuditAction
    /// The case.
    public var caseID: CaseID
    /// The decision; `nil` where there is none.
    public var decisionID: DecisionID?
    /// The person it is about; an alias as well.
    public var userID: UserID
    /// The words of what was decided, such as `suspend 7 insult`.
    public var details: String
    /// What the moderator has noted.
    public var note: String
    /// The hash of the entry before; empty in the first.
    public var previous: String
    /// Of all of this entry.
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

    /// Its number.
    public var id: Int { number }

    private enum CodingKeys: String, CodingKey {
        case number, at, action, details, note, previous, hash
        case moderatorID = "moderator_id"
        case caseID = "case_id"
        case decisionID = "decision_id"
        case userID = "user_id"
    }
}

extension AuditEntry: WireNamed {
    /// The member `entry`.
    public static var wireName: String { "entry" }
    /// The member `entries`.
    public static var wireListName: String { "entries" }
}

/// What a moderator has done.
public struct AuditAction: OpenEnum, Worded {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Decided a case.
    public static let decided = Self(rawValue: "decided")
    /// Ended a suspension early.
    public static let lifted = Self(rawValue: "lifted")
    /// Decided that a decision stands.
    public static let upheld = Self(rawValue: "upheld")
    /// Decided that a decision was wrong.
    public static let overturned = Self(rawValue: "overturned")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.decided, .lifted, .upheld, .overturned]

    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "audit_action",
        [
            "decided": "Decided", "lifted": "Lifted", "upheld": "Appeal turned down",
            "overturned": "Decision undone",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let moderation = [AccountStanding.vocabulary, AuditAction.vocabulary]
}
