public import OrbitModels

/// A person's trust level, with its reasons and the next step.
///
/// ```swift
/// let facts = TrustFacts(isCampusVerified: true, createdAt: .distantPast, kept: 3, hostsMet: 2, peopleMet: 9)
/// let standing = TrustStanding(of: facts, now: Date(timeIntervalSince1970: 1_800_000_000))
/// standing.level                                    // .participant
/// standing.reasons.map { $0.phrase() }              // "You are verified as a member of the campus.", …
/// standing.nextStep?.phrase()
/// // "Come to 7 more meetups as agreed. Up to three per host count."
/// ```
///
/// It is computed from facts alone and never read from a client. Better facts never lower it.
public struct TrustStanding: Codable, Hashable, Sendable {
    /// The level.
    public let level: TrustLevel
    /// The reasons for the level, for the person alone.
    public let reasons: [TrustReason]
    /// The next step to a higher level; `nil` at the highest level.
    public let nextStep: TrustStep?

    /// Creates a standing from values that are computed already.
    public init(level: TrustLevel, reasons: [TrustReason], nextStep: TrustStep?) {
        (self.level, self.reasons, self.nextStep) = (level, reasons, nextStep)
    }

    private enum CodingKeys: String, CodingKey {
        case level, reasons
        case nextStep = "next_step"
    }
}

/// A reason for a level.
public struct TrustReason: Codable, Hashable, Sendable {
    /// The kind of reason.
    public let code: TrustReasonCode
    /// The number in the sentence; `nil` for a reason that counts nothing.
    public let count: Int?

    /// Creates a reason.
    public init(_ code: TrustReasonCode, _ count: Int? = nil) {
        (self.code, self.count) = (code, count)
    }
}

/// A kind of reason for a level.
public struct TrustReasonCode: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person is verified as a member of the campus.
    public static let campusVerified = Self(rawValue: "campus_verified")
    /// The campus has certified the person as a host.
    public static let certified = Self(rawValue: "certified")
    /// Attended meetups as agreed.
    public static let kept = Self(rawValue: "kept")
    /// Keeps appointments reliably.
    public static let reliable = Self(rawValue: "reliable")
    /// Has met different people.
    public static let peopleMet = Self(rawValue: "people_met")
    /// Hosted meetups that took place.
    public static let hosted = Self(rawValue: "hosted")
    /// Did not come, or cancelled late, too often.
    public static let unreliable = Self(rawValue: "unreliable")
    /// A report was upheld, which limits the level for a time.
    public static let upheldReport = Self(rawValue: "upheld_report")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .campusVerified, .certified, .kept, .reliable, .peopleMet, .hosted, .unreliable, .upheldReport,
    ]
}

/// A step with which a person reaches a level.
public struct TrustStep: Codable, Hashable, Sendable {
    /// The kind of step.
    public let code: TrustStepCode
    /// The remaining number or days; `nil` for a step that counts nothing.
    public let remaining: Int?
    /// The level that the step leads to.
    public let level: TrustLevel

    /// Creates a step.
    public init(_ code: TrustStepCode, remaining: Int? = nil, to level: TrustLevel) {
        (self.code, self.remaining, self.level) = (code, remaining, level)
    }
}

/// A kind of step to a level.
public struct TrustStepCode: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Become verified as a member of the campus.
    public static let verifyCampus = Self(rawValue: "verify_campus")
    /// Wait a number of days until the account is old enough.
    public static let accountAge = Self(rawValue: "account_age")
    /// Wait a number of days until an upheld report no longer counts.
    public static let reportAge = Self(rawValue: "report_age")
    /// Attend a number of further meetups as agreed, of different hosts.
    public static let keepMore = Self(rawValue: "keep_more")
    /// Attend meetups of a number of further hosts.
    public static let meetHosts = Self(rawValue: "meet_hosts")
    /// Meet a number of further people.
    public static let meetPeople = Self(rawValue: "meet_people")
    /// Host a number of further meetups that take place.
    public static let hostMore = Self(rawValue: "host_more")
    /// Come to agreed meetups, or cancel in time.
    public static let beReliable = Self(rawValue: "be_reliable")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .verifyCampus, .accountAge, .reportAge, .keepMore, .meetHosts, .meetPeople, .hostMore, .beReliable,
    ]
}
