public import Networking
public import OrbitModels

/// The routes with which a person reads the decisions about them, and appeals.
public enum DecisionRoutes {
    /// `GET /decisions`. Returns `Page<Decision>`, the latest first.
    public static let mine = Route(.get, "/decisions")
    /// `POST /decisions/{decision_id}/appeal`, once for each decision. Body: ``AppealRequest``. Returns
    /// `Keyed<Decision>`.
    public static let appeal = Route(.post, "/decisions/{decision_id}/appeal")
    /// `POST /suspension`. Has the effect of ``mine`` for a person who cannot sign in. The mailed code in the body
    /// remains valid. Body: ``SuspendedRequest``. Returns `Page<Decision>`.
    public static let whileSuspended = Route(.post, "/suspension", access: .anyone)
    /// `POST /suspension/appeal`. Has the effect of ``appeal`` for a person who cannot sign in. The mailed code in the
    /// body is used up. Body: ``SuspendedAppealRequest``. Returns `Keyed<Decision>`.
    public static let appealWhileSuspended = Route(.post, "/suspension/appeal", access: .anyone)

    /// `POST /suspension/erase`. Erases the account of a person who cannot sign in. The mailed code in the body is used
    /// up. Body: ``SuspendedRequest``. Returns `MessageData`.
    public static let eraseWhileSuspended = Route(.post, "/suspension/erase", access: .anyone)

    /// All routes of this area.
    public static let all = [mine, appeal, whileSuspended, appealWhileSuspended, eraseWhileSuspended]
}

/// The body of `POST /suspension` and `POST /suspension/erase`. It has the members of a sign-in.
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
    /// The decision to appeal against.
    public var decisionID: DecisionID
    /// The reason why the decision is wrong.
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
