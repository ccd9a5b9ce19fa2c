public import Foundation

/// Identifies a moderator's decision.
public typealias DecisionID = Identifier<Decision>

/// A moderator's decision, as the person concerned sees it: the action, the reason and the end. It does not reveal who
/// reported the person.
public struct Decision: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: DecisionID
    /// The action.
    public var action: ModerationAction
    /// The reason.
    public var reason: ReportReason
    /// The subject: the person, or content of the person.
    public var about: ReportSubject
    /// The end of the decision; `nil` if it does not expire.
    public var until: Date?
    /// The time of the decision by the server's clock.
    public let decidedAt: Date
    /// Whether the decision is still in force.
    public var state: DecisionState
    /// The state of the person's appeal; `nil` without an appeal.
    public var appeal: AppealState?

    /// Creates a decision.
    public init(
        id: DecisionID, action: ModerationAction, reason: ReportReason, about: ReportSubject, until: Date? = nil,
        decidedAt: Date, state: DecisionState = .inForce, appeal: AppealState? = nil
    ) {
        self.id = id
        self.action = action
        self.reason = reason
        self.about = about
        self.until = until
        self.decidedAt = decidedAt
        self.state = state
        self.appeal = appeal
    }

    /// Whether the person can still appeal. This requires that there is no appeal yet and that the decision was not
    /// overturned.
    public var canBeAppealed: Bool { appeal == nil && state != .overturned }

    private enum CodingKeys: String, CodingKey {
        case id, action, reason, about, until, state, appeal
        case decidedAt = "decided_at"
    }
}

extension Decision: JSONKeyed {
    /// The member `decision`.
    public static var jsonKey: String { "decision" }
}

/// An action of a moderator.
public struct ModerationAction: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No rule was broken. The person concerned is not notified.
    public static let dismiss = Self(rawValue: "dismiss")
    /// The person is warned not to repeat it.
    public static let warn = Self(rawValue: "warn")
    /// The reported content is removed.
    public static let removeContent = Self(rawValue: "remove_content")
    /// The account is suspended for some days.
    public static let suspend = Self(rawValue: "suspend")
    /// The account is suspended permanently.
    public static let ban = Self(rawValue: "ban")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.dismiss, .warn, .removeContent, .suspend, .ban]

    /// Whether the action suspends the account.
    public var suspends: Bool { self == .suspend || self == .ban }
}

/// The state of a decision.
public struct DecisionState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The decision is in force.
    public static let inForce = Self(rawValue: "in_force")
    /// The decision has expired.
    public static let over = Self(rawValue: "over")
    /// A moderator has ended the decision early.
    public static let lifted = Self(rawValue: "lifted")
    /// The decision was wrong and has no effect.
    public static let overturned = Self(rawValue: "overturned")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.inForce, .over, .lifted, .overturned]
}

/// The state of an appeal.
public struct AppealState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The appeal waits for a moderator who did not make the decision.
    public static let open = Self(rawValue: "open")
    /// The decision was confirmed.
    public static let upheld = Self(rawValue: "upheld")
    /// The decision was wrong and is reversed.
    public static let overturned = Self(rawValue: "overturned")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.open, .upheld, .overturned]
}
