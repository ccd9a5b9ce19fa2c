public import Foundation

/// Identifies a moderator's decision.
public typealias DecisionID = Identifier<Decision>

/// A moderator's decision as the person it is about is told of it: what, why and until when. Who has reported them,
/// it does not say.
public struct Decision: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: DecisionID
    /// What was done.
    public var action: ModerationAction
    /// Why.
    public var reason: ReportReason
    /// What it concerns: the person, or something of theirs.
    public var about: ReportSubject
    /// When it ends; `nil` if it does not end by itself.
    public var until: Date?
    /// By the server's clock.
    public let decidedAt: Date
    /// Whether it still holds.
    public var state: DecisionState
    /// What has become of the person's appeal; `nil` without one.
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

    /// Whether the person can still appeal: they have not, and it was not taken back.
    public var canBeAppealed: Bool { appeal == nil && state != .overturned }

    private enum CodingKeys: String, CodingKey {
        case id, action, reason, about, until, state, appeal
        case decidedAt = "decided_at"
    }
}

extension Decision: WireNamed {
    /// The member `decision`.
    public static var wireName: String { "decision" }
}

/// What a moderator can decide.
public struct ModerationAction: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing breaks the rules. The person it is about is not told.
    public static let dismiss = Self(rawValue: "dismiss")
    /// The person is told that it must not happen again.
    public static let warn = Self(rawValue: "warn")
    /// What was reported is removed.
    public static let removeContent = Self(rawValue: "remove_content")
    /// The account is suspended for some days.
    public static let suspend = Self(rawValue: "suspend")
    /// The account is suspended for good.
    public static let ban = Self(rawValue: "ban")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.dismiss, .warn, .removeContent, .suspend, .ban]

    /// Whether the account is suspended by it.
    public var suspends: Bool { self == .suspend || self == .ban }
}

/// Whether a decision still holds.
public struct DecisionState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It holds.
    public static let inForce = Self(rawValue: "in_force")
    /// Its time is over.
    public static let over = Self(rawValue: "over")
    /// A moderator has ended it early.
    public static let lifted = Self(rawValue: "lifted")
    /// It was wrong, and counts for nothing.
    public static let overturned = Self(rawValue: "overturned")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.inForce, .over, .lifted, .overturned]
}

/// What has become of an appeal.
public struct AppealState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It waits for a moderator who has not decided before.
    public static let open = Self(rawValue: "open")
    /// The decision stands.
    public static let upheld = Self(rawValue: "upheld")
    /// The decision was wrong, and is undone.
    public static let overturned = Self(rawValue: "overturned")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.open, .upheld, .overturned]
}
