/// The server's reason for refusing a request: a code for programs, a sentence for people, and details.
///
/// On the wire, the members are beside `"success": false`:
/// `{ "error": sentence, "code", "fields", "retry_after", "details" }`. Only `error` is required.
public struct Problem: Hashable, Sendable {
    /// The code for programs.
    public var code: ProblemCode
    /// A sentence for people, which says what to do next.
    public var message: String
    /// The inputs that failed validation.
    public var fields: [FieldFailure]
    /// The seconds until a retry is useful.
    public var retryAfter: Int?
    /// The values that belong to the code, such as `attempts_left`.
    public var details: [String: ParameterValue]

    /// Creates a problem.
    public init(
        code: ProblemCode, message: String, fields: [FieldFailure] = [], retryAfter: Int? = nil,
        details: [String: ParameterValue] = [:]
    ) {
        self.code = code
        self.message = message
        self.fields = fields
        self.retryAfter = retryAfter
        self.details = details
    }
}

extension Problem: Codable {
    private enum CodingKeys: String, CodingKey {
        case message = "error"
        case code, fields, details
        case retryAfter = "retry_after"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message)
        code = try container.decodeIfPresent(ProblemCode.self, forKey: .code) ?? .unspecified
        fields = try container.decodeIfPresent(LossyList<FieldFailure>.self, forKey: .fields)?.elements ?? []
        retryAfter = Self.seconds(try container.decodeIfPresent(Double.self, forKey: .retryAfter))
        details = try container.decodeIfPresent([String: ParameterValue].self, forKey: .details) ?? [:]
    }

    /// Returns whole seconds, rounded up and at most a year, or `nil` for a negative value.
    private static func seconds(_ value: Double?) -> Int? {
        guard let value, value >= 0 else { return nil }
        return Int(min(value.rounded(.up), 365 * 86_400))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(message, forKey: .message)
        try container.encode(code, forKey: .code)
        if !fields.isEmpty { try container.encode(fields, forKey: .fields) }
        try container.encodeIfPresent(retryAfter, forKey: .retryAfter)
        if !details.isEmpty { try container.encode(details, forKey: .details) }
    }
}

/// The machine-readable code of a problem. Open: a newer server may send codes that this version does not know.
public struct ProblemCode: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server gave no code.
    public static let unspecified = Self(rawValue: "unspecified")
    /// One or more inputs are wrong; see `Problem.fields`.
    public static let invalidInput = Self(rawValue: "invalid_input")
    /// The body cannot be decoded.
    public static let malformedRequest = Self(rawValue: "malformed_request")
    /// The resource does not exist, or is not visible to the user.
    public static let notFound = Self(rawValue: "not_found")
    /// The path does not have this method.
    public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    /// The user may not do this.
    public static let forbidden = Self(rawValue: "forbidden")
    /// The body exceeds the limit.
    public static let payloadTooLarge = Self(rawValue: "payload_too_large")
    /// The `Content-Type` is not supported.
    public static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
    /// Too many requests; see `Problem.retryAfter`.
    public static let rateLimited = Self(rawValue: "rate_limited")
    /// The server cannot handle requests now.
    public static let unavailable = Self(rawValue: "unavailable")

    /// The verification code is wrong. The detail `attempts_left` is the number of remaining attempts.
    public static let codeIncorrect = Self(rawValue: "code_incorrect")
    /// The verification code has expired, was used or has no attempts left. Request a new code.
    public static let codeExpired = Self(rawValue: "code_expired")
    /// The request carried no valid access token.
    public static let unauthenticated = Self(rawValue: "unauthenticated")
    /// The refresh token is no longer valid, because the session has ended. Only this code signs a user out.
    public static let sessionEnded = Self(rawValue: "session_ended")

    /// The account is suspended. The detail `until` is the end of a temporary suspension, and `decision_id` identifies
    /// the decision for an appeal.
    public static let accountSuspended = Self(rawValue: "account_suspended")
    /// The action cannot be undone, and requires a sign-in within the last minutes.
    public static let signInAgain = Self(rawValue: "sign_in_again")

    /// The resource has changed since the version in `If-Match`.
    public static let versionConflict = Self(rawValue: "version_conflict")
    /// The request needs `If-Match`.
    public static let versionRequired = Self(rawValue: "version_required")
    /// The request needs an `Idempotency-Key`.
    public static let idempotencyKeyRequired = Self(rawValue: "idempotency_key_required")
    /// The `Idempotency-Key` was used before for another request.
    public static let idempotencyKeyReused = Self(rawValue: "idempotency_key_reused")
    /// The first request with this `Idempotency-Key` is still in progress.
    public static let idempotencyKeyInFlight = Self(rawValue: "idempotency_key_in_flight")
    /// The profile already has six photos.
    public static let tooManyPhotos = Self(rawValue: "too_many_photos")
    /// The profile must be completed first.
    public static let profileIncomplete = Self(rawValue: "profile_incomplete")

    /// The user has poked this person already, and that poke is pending.
    public static let alreadyPoked = Self(rawValue: "already_poked")
    /// The poke has ended. It can no longer be accepted, declined or withdrawn.
    public static let pokeOver = Self(rawValue: "poke_over")

    /// The meetup was cancelled or has taken place.
    public static let meetupOver = Self(rawValue: "meetup_over")
    /// The meetup has fewer free places than requested.
    public static let meetupFull = Self(rawValue: "meetup_full")
    /// The request is too early or too late. The details `from` and `until` are the limits of the permitted period, if
    /// it has limits.
    public static let notInTime = Self(rawValue: "not_in_time")
    /// The join request, invitation, appeal or report was decided or withdrawn, or has expired.
    public static let alreadyDecided = Self(rawValue: "already_decided")
    /// The user has reached the maximum number of hosted meetups or invitations.
    public static let tooManyMeetups = Self(rawValue: "too_many_meetups")
    /// The invitation was withdrawn or has lapsed.
    public static let invitationOver = Self(rawValue: "invitation_over")
    /// Only attendees may do this, and the user does not attend.
    public static let notAttending = Self(rawValue: "not_attending")

    /// Only people who have met at the meetup may rate each other.
    public static let notMet = Self(rawValue: "not_met")
    /// The user has already rated this person for this meetup.
    public static let alreadyRated = Self(rawValue: "already_rated")
    /// The rating cannot be changed, because it is shown or the time for changes has passed.
    public static let ratingFinal = Self(rawValue: "rating_final")
    /// The user has reached the maximum number of something. The detail `max` is the maximum.
    public static let limitReached = Self(rawValue: "limit_reached")
    /// The safety check-in was cancelled or missed.
    public static let checkInOver = Self(rawValue: "check_in_over")
    /// The contact of a safety check-in refuses messages.
    public static let contactRefuses = Self(rawValue: "contact_refuses")
    /// The user has blocked an attendee of the meetup. The problem does not name the attendee.
    public static let blockedPersonAttends = Self(rawValue: "blocked_person_attends")

    /// The proposal was accepted, declined, countered, withdrawn or replaced, or has expired. The detail `state` is its
    /// state.
    public static let proposalClosed = Self(rawValue: "proposal_closed")
    /// The conversation can only be read, because the match has ended or the user has left.
    public static let conversationClosed = Self(rawValue: "conversation_closed")
    /// The time in which a message can be edited has passed, or the message was deleted.
    public static let editExpired = Self(rawValue: "edit_expired")
    /// The message has the maximum number of different emoji. The detail `max` is the maximum.
    public static let tooManyReactions = Self(rawValue: "too_many_reactions")

    /// The user's trust level does not allow this yet. The detail `level` is the required level.
    public static let notUnlocked = Self(rawValue: "not_unlocked")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .unspecified, .invalidInput, .malformedRequest, .notFound, .methodNotAllowed, .forbidden,
        .payloadTooLarge,
        .unsupportedMediaType, .rateLimited, .unavailable, .codeIncorrect, .codeExpired, .unauthenticated,
        .sessionEnded, .signInAgain, .versionConflict, .versionRequired, .idempotencyKeyRequired, .idempotencyKeyReused,
        .idempotencyKeyInFlight, .tooManyPhotos, .profileIncomplete, .alreadyPoked, .pokeOver, .meetupOver,
        .meetupFull, .notInTime, .alreadyDecided, .tooManyMeetups, .invitationOver, .notAttending, .notMet,
        .alreadyRated, .ratingFinal, .limitReached, .checkInOver, .contactRefuses, .blockedPersonAttends,
        .accountSuspended, .notUnlocked, .proposalClosed, .conversationClosed, .editExpired, .tooManyReactions,
    ]
}
