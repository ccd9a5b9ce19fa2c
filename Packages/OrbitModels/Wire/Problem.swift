/// Why the server refused: a code for programs, a sentence for people, and what is needed to go on.
///
/// On the wire the members stand beside `"success": false`:
/// `{ "error": sentence, "code", "fields", "retry_after", "details" }`. All but `error` may be missing.
public struct Problem: Hashable, Sendable {
    public var code: ProblemCode
    /// For people; it says what to do next.
    public var message: String
    /// Which inputs are wrong, when the request was understood but not acceptable.
    public var fields: [FieldFailure]
    /// Seconds until trying again makes sense.
    public var retryAfter: Int?
    /// Facts that belong to the code, such as `attempts_left`.
    public var details: [String: ParameterValue]

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

    /// Whole seconds, rounded up and at most a year; nothing for a time that has passed.
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

/// The machine-readable name of a problem. Open: a newer server may send one this version does not know.
public struct ProblemCode: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server gave no code.
    public static let unspecified = Self(rawValue: "unspecified")
    /// One or more inputs are wrong; see `Problem.fields`.
    public static let invalidInput = Self(rawValue: "invalid_input")
    /// The body is not what the endpoint reads.
    public static let malformedRequest = Self(rawValue: "malformed_request")
    public static let notFound = Self(rawValue: "not_found")
    public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
    public static let forbidden = Self(rawValue: "forbidden")
    public static let payloadTooLarge = Self(rawValue: "payload_too_large")
    public static let unsupportedMediaType = Self(rawValue: "unsupported_media_type")
    public static let rateLimited = Self(rawValue: "rate_limited")
    public static let unavailable = Self(rawValue: "unavailable")

    /// The verification code is wrong; `attempts_left` says how many tries remain.
    public static let codeIncorrect = Self(rawValue: "code_incorrect")
    /// The verification code is too old, already used or has run out of tries: ask for a new one.
    public static let codeExpired = Self(rawValue: "code_expired")
    /// No usable access token came with the request.
    public static let unauthenticated = Self(rawValue: "unauthenticated")
    /// The refresh token is no longer valid: the session is over. Only this signs a person out.
    public static let sessionEnded = Self(rawValue: "session_ended")

    /// The resource has changed since the version named in `If-Match`.
    public static let versionConflict = Self(rawValue: "version_conflict")
    /// A change needs `If-Match`.
    public static let versionRequired = Self(rawValue: "version_required")
    /// A change needs an `Idempotency-Key`.
    public static let idempotencyKeyRequired = Self(rawValue: "idempotency_key_required")
    /// The `Idempotency-Key` was used before with another request.
    public static let idempotencyKeyReused = Self(rawValue: "idempotency_key_reused")
    /// The first request with this `Idempotency-Key` is still being worked on.
    public static let idempotencyKeyInFlight = Self(rawValue: "idempotency_key_in_flight")
    /// The profile has six photos already.
    public static let tooManyPhotos = Self(rawValue: "too_many_photos")
    /// The profile has to be completed first.
    public static let profileIncomplete = Self(rawValue: "profile_incomplete")

    /// This person has been poked already; the poke waits for an answer.
    public static let alreadyPoked = Self(rawValue: "already_poked")
    /// The poke has ended and cannot be answered or taken back any more.
    public static let pokeOver = Self(rawValue: "poke_over")

    public static let known: [Self] = [
        .unspecified, .invalidInput, .malformedRequest, .notFound, .methodNotAllowed, .forbidden, .payloadTooLarge,
        .unsupportedMediaType, .rateLimited, .unavailable, .codeIncorrect, .codeExpired, .unauthenticated,
        .sessionEnded, .versionConflict, .versionRequired, .idempotencyKeyRequired, .idempotencyKeyReused,
        .idempotencyKeyInFlight, .tooManyPhotos, .profileIncomplete, .alreadyPoked, .pokeOver,
    ]
}
