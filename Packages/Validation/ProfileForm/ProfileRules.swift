public import OrbitModels

/// The rules of a profile by step. The client applies them while the form is filled in, and the server before it stores
/// a profile. Both get the same result for the same profile on the same day.
///
/// ```swift
/// let rules = ProfileRules(on: today)
/// rules.progress(of: profile)[.interests].missing  // ["interests"]
/// let stored = try rules.checked(profile)          // cleaned, or every failure at once
/// ```
public struct ProfileRules: Sendable {
    /// The day for which ages are computed, in the campus's calendar.
    public let day: CalendarDay

    /// Creates the rules for a day.
    public init(on day: CalendarDay) {
        self.day = day
    }

    /// Returns the rules of a step, in the order of its fields.
    public func rules(for step: ProfileStep) -> [Rule<Profile>] {
        switch step {
        case .basicInfo: basicInfo
        case .personality: Self.personality
        case .interests: Self.interests
        case .socialPreferences: Self.socialPreferences
        case .photos: Self.photos
        }
    }

    /// Returns all failures of the profile, including warnings, in the order of the form.
    public func failures(in profile: Profile) -> [FieldFailure] {
        ProfileStep.allCases.flatMap { rules(for: $0).failures(in: profile) }
    }

    /// Returns the failures that depend on ``day``.
    package func ageFailures(in profile: Profile) -> [FieldFailure] { [birthMonth].failures(in: profile) }

    /// Returns all other failures, in the order of the form. Finding them takes nearly all of the time of a check.
    package static func dayIndependentFailures(in profile: Profile) -> [FieldFailure] {
        ([name] + basics + personality + interests + socialPreferences + photos).failures(in: profile)
    }

    /// Returns the failures of the profile, grouped by step.
    public func progress(of profile: Profile) -> ProfileProgress {
        ProfileProgress(failures(in: profile))
    }

    /// Returns the profile in its stored form (see `Profile.cleaned`).
    ///
    /// - Throws: ``ValidationError/invalid(_:)`` with every blocking failure. Warnings do not block.
    public func checked(_ profile: Profile) throws(ValidationError) -> Profile {
        let profile = profile.cleaned
        let blocking = failures(in: profile).blocking
        guard blocking.isEmpty else { throw .invalid(blocking) }
        return profile
    }

    private var basicInfo: [Rule<Profile>] { [Self.name, birthMonth] + Self.basics }

    private var birthMonth: Rule<Profile> {
        .required("birth_month", { [day] in $0.birthMonth?.age(on: day) }, .within(Limits.age))
    }

    private static let name: Rule<Profile> = .field("name", { $0.name }, .text(Limits.name), .unmixedScripts)

    private static let basics: [Rule<Profile>] = [
        .ifPresent("major", { $0.major }, .text(Limits.major.orEmpty)),
        .field("location.city", { $0.location?.city ?? "" }, .text(Limits.city)),
        .ifPresent("location.state", { $0.location?.state }, .text(Limits.region.orEmpty)),
        .field("bio", { $0.bio }, .text(Limits.bio)),
        .field("socials", { $0.socials }, .handles),
    ]

    private static let personality: [Rule<Profile>] = [
        .answered("personality.introvert_extrovert") { $0.personality.introvertExtrovert != nil },
        .answered("personality.spontaneous_planner") { $0.personality.spontaneousPlanner != nil },
        .answered("personality.active_relaxed") { $0.personality.activeRelaxed != nil },
    ]

    private static let interests: [Rule<Profile>] = [
        .list(
            "interests", { InterestFolding.merged($0.interests).map(\.label) }, count: Limits.interests,
            each: .text(Limits.customInterest), .unmixedScripts),
        .list(
            "sports", { $0.sports }, count: Limits.sports, whole: .unique { $0.sport },
            each: .field("sport", { $0.sport }, .known), .field("level", { $0.level }, .known)),
    ]

    private static let socialPreferences: [Rule<Profile>] = [
        .required("social_preferences.group_size", { $0.socialPreferences.groupSize }, .known),
        .required("social_preferences.meeting_frequency", { $0.socialPreferences.meetingFrequency }, .known),
        .list(
            "social_preferences.preferred_times", { $0.socialPreferences.preferredTimes },
            count: Limits.preferredTimes, whole: .unique { $0 }, each: .known),
        .answered("friendship_goals") { !$0.friendshipGoals.isEmpty },
        .list(
            "friendship_goals", { $0.friendshipGoals }, count: Limits.friendshipGoals, whole: .unique { $0 },
            each: .known),
    ]

    private static let photos: [Rule<Profile>] = [
        .list("photos", { $0.photos }, count: Limits.photos, whole: .unique { $0.id }),
        .ifPresent("visibility", { $0.visibility }, .audiences),
    ]
}

extension Rule<Socials> {
    /// Checks each network. A name that is not valid for a network is neither part of a path nor repeated in the
    /// failure.
    fileprivate static let handles = Rule { socials in
        var failures = Rule<[String]>.count(Limits.socials).failures(in: Array(socials.handles.keys))
        guard failures.isEmpty else { return failures }
        for network in socials.handles.keys.sorted() {
            if Limits.socialNetwork.contains(network.utf8.count), network.utf8.allSatisfy(\.isNetworkText) {
                let handle = socials.handles[network] ?? ""
                failures += Rule<String>.text(Limits.socialHandle).failures(in: handle).under(network)
                if Limits.socialHandle.isReadable(handle), handle.isUnsafeLink {
                    failures.append(FieldFailure(path: network, code: .malformed))
                }
            } else {
                failures.append(FieldFailure(path: "", code: .malformed))
            }
        }
        return failures
    }
}

extension String {
    /// Whether the text begins with a scheme (RFC 3986, 3.1) other than those of web pages.
    // A front end that makes a link of such a handle would run `javascript:`.
    fileprivate var isUnsafeLink: Bool {
        let text = TextSafety.cleaned(self).lowercased()
        guard let colon = text.firstIndex(of: ":"), text.first?.isLetter == true else { return false }
        let scheme = text[..<colon]
        return scheme.utf8.allSatisfy { $0.isDigit || $0.isLetter || "+-.".utf8.contains($0) }
            && !["http", "https"].contains(scheme)
    }
}

extension Rule<ProfileVisibility> {
    /// Checks each member. The name of an unknown member is neither part of a path nor repeated in the failure.
    fileprivate static let audiences = Rule { visibility in
        let failures = Rule<[String]>.count(0...Limits.maxAudiences).failures(in: Array(visibility.settings.keys))
        guard failures.isEmpty else { return failures }
        return visibility.settings.sorted { $0.key < $1.key }.flatMap { name, audience in
            guard let field = ProfileField(rawValue: name) else {
                return [FieldFailure(path: "", code: .unknownValue, severity: .warn)]
            }
            if let fixed = field.fixedAudience, fixed != audience {
                return [FieldFailure(path: name, code: .notAllowed)]
            }
            return Rule<Audience>.known.failures(in: audience).under(name)
        }
    }
}

extension UInt8 {
    fileprivate var isNetworkText: Bool { isDigit || isLetter || self == .hyphen || self == UInt8(ascii: "_") }
}

extension Profile {
    /// The profile in its stored form. Texts are cleaned, and empty optional texts are removed. Custom interests become
    /// the predefined interests that they name, and interests with the same meaning are merged.
    ///
    /// Cleaning is idempotent. Texts and lists that are too long stay unchanged, because ``ProfileRules`` refuse them.
    public var cleaned: Profile {
        var profile = self
        profile.name = Limits.name.cleaned(name)
        profile.major = Limits.major.cleanedUnlessEmpty(major)
        profile.bio = Limits.bio.cleaned(bio)
        profile.location?.city = Limits.city.cleaned(location?.city ?? "")
        profile.location?.state = Limits.region.cleanedUnlessEmpty(location?.state)
        profile.interests = InterestFolding.merged(interests)
        if socials.handles.count <= Limits.socials.upperBound {
            profile.socials.handles = socials.handles.mapValues(Limits.socialHandle.cleaned)
        }
        return profile
    }
}

extension TextForm {
    fileprivate func cleanedUnlessEmpty(_ text: String?) -> String? {
        text.map(cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
