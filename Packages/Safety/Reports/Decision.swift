public import Foundation
public import Networking
public import OrbitModels

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

/// The routes by which a person learns what was decided about them, and appeals.
public enum DecisionRoutes {
    /// `GET /decisions`: a page of ``Decision``, the latest first.
    public static let mine = Route(.get, "/decisions")
    /// `POST /decisions/{decision_id}/appeal`, once. Body: ``AppealRequest``; returns `Named<Decision>`.
    public static let appeal = Route(.post, "/decisions/{decision_id}/appeal")
    /// `POST /suspension`: the same as ``mine`` for a person who cannot sign in, with a mailed code, which stays good.
    /// Body: ``SuspendedRequest``; returns a page of ``Decision``.
    public static let whileSuspended = Route(.post, "/suspension", access: .anyone)
    /// `POST /suspension/appeal`: the same as ``appeal``, with a mailed code, which is used up. Body:
    /// ``SuspendedAppealRequest``; returns `Named<Decision>`.
    public static let appealWhileSuspended = Route(.post, "/suspension/appeal", access: .anyone)

    /// `POST /suspension/erase`: erases the account of a person who cannot sign in, with a mailed code, which is used up.
    /// Body: ``SuspendedRequest``; returns a `MessageData`.
    public static let eraseWhileSuspended = Route(.post, "/suspension/erase", access: .anyone)

    /// All routes of this area.
    public static let all = [mine, appeal, whileSuspended, appealWhileSuspended, eraseWhileSuspended]
}

/// The body of `POST /suspension` and `POST /suspension/erase`: that of a sign-in.
public struct SuspendedRequest: Codable, Hashable, Sendable {
    /// The address that the code was sent to.
    public var email: String
    /// The six digits.
    public var code: String
    /// From the response to `/auth/send-code`.
    public var challengeID: String

    /// Creates the body.
    public init(email: String, code: String, challengeID: String) {
        self.email = email
        self.code = code
        self.challengeID = challengeID
    }

    private enum CodingKeys: String, CodingKey {
        case email, code
        case challengeID = "challenge_id"
    }
}

/// The body of `POST /suspension/appeal`.
public struct SuspendedAppealRequest: Codable, Hashable, Sendable {
    /// The address that the code was sent to.
    public var email: String
    /// The six digits.
    public var code: String
    /// From the response to `/auth/send-code`.
    public var challengeID: String
    /// The decision that is wrong.
    public var decisionID: DecisionID
    /// Why it is.
    public var text: String

    /// Creates the body.
    public init(email: String, code: String, challengeID: String, decisionID: DecisionID, text: String) {
        self.email = email
        self.code = code
        self.challengeID = challengeID
        self.decisionID = decisionID
        self.text = text
    }

    private enum CodingKeys: String, CodingKey {
        case email, code, text
        case challengeID = "challenge_id"
        case decisionID = "decision_id"
    }
}
