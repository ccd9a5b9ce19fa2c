public import OrbitModels

extension TrustReason {
    /// The English sentences for reasons. Parameter: `count`, for reasons that count something.
    public static let vocabulary = Vocabulary(
        "trust_reason",
        [
            "campus_verified": "You are verified as a member of the campus.",
            "certified": "The campus has certified you as a host.",
            "kept": .counting("You have come to 1 meetup as agreed.", "You have come to {count} meetups as agreed."),
            "reliable": "You come when you have said so.",
            "people_met": .counting("You have met 1 person.", "You have met {count} different people."),
            "hosted": .counting("You have hosted 1 meetup.", "You have hosted {count} meetups."),
            "unreliable": .counting(
                "Once you did not come, or cancelled late.", "{count} times you did not come, or cancelled late."),
            "upheld_report": "A moderator confirmed a report about you. This limits your level for a while.",
        ])

    /// The reason as a sentence to the person; empty for a code without a text.
    public func phrase(in words: LocalizedStrings = .english) -> String {
        words.text(code.rawValue, in: Self.vocabulary, count.parameters) ?? ""
    }
}

extension TrustStep {
    /// The English sentences for steps. Parameter: `count`, for steps that count something.
    public static let vocabulary = Vocabulary(
        "trust_step",
        [
            "verify_campus": "Verify that you belong to the campus.",
            "account_age": .counting(
                "Tomorrow your account is old enough.", "In {count} days your account is old enough."),
            "report_age": .counting(
                "After tomorrow the confirmed report no longer limits your level.",
                "In {count} days the confirmed report no longer limits your level."),
            "keep_more": .counting(
                "Come to 1 more meetup as agreed. Up to three per host count.",
                "Come to {count} more meetups as agreed. Up to three per host count."),
            "meet_hosts": .counting(
                "Come to a meetup of a host new to you.", "Come to meetups of {count} hosts new to you."),
            "meet_people": .counting("Meet 1 more person.", "Meet {count} more people."),
            "host_more": .counting(
                "Host 1 more meetup, with people new to you.", "Host {count} more meetups, with people new to you."),
            "be_reliable": "Come when you have said so, or cancel in time.",
        ])

    /// The step as a sentence to the person; empty for a code without a text.
    public func phrase(in words: LocalizedStrings = .english) -> String {
        words.text(code.rawValue, in: Self.vocabulary, remaining.parameters) ?? ""
    }
}

extension MissingRequirement {
    /// The English sentences for missing requirements. Parameters: `count`, the number of people of the action, and
    /// `level`, the required level.
    public static let vocabulary = Vocabulary(
        "trust_gap",
        [
            "host": "You need the level {level} to host {count} people.",
            "host_unlimited": "You need the level {level} to host without a limit of places.",
            "invite_stranger": "You need the level {level} to invite people you are not matched with.",
            "host_series": "You need the level {level} to host a series.",
            "invite": "You need the level {level} to invite {count} people in a day.",
            "host.none": "Nobody can host {count} people here.",
            "host_unlimited.none": "Nobody can host without a limit of places here.",
            "invite_stranger.none": "Nobody can invite people they are not matched with here.",
            "host_series.none": "Nobody can host a series here.",
            "invite.none": "Nobody can invite {count} people in a day here.",
        ])

    /// The missing requirement as a sentence to the person.
    public func phrase(in words: LocalizedStrings = .english) -> String {
        let code: String
        var values: [String: ParameterValue] = [:]
        switch action {
        case .host(.max): code = "host_unlimited"
        case .host(let places):
            code = "host"
            values["count"] = .integer(places)
        case .inviteStranger: code = "invite_stranger"
        case .hostSeries: code = "host_series"
        case .invite(let perDay):
            code = "invite"
            values["count"] = .integer(perDay)
        }
        if let level { values["level"] = .text(words(level)) }
        return words.text(level == nil ? code + ".none" : code, in: Self.vocabulary, values) ?? ""
    }
}

extension CountBand: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "rating_count",
        [
            "5_or_more": "5 ratings or more", "10_or_more": "10 ratings or more", "25_or_more": "25 ratings or more",
            "50_or_more": "50 ratings or more", "100_or_more": "100 ratings or more",
        ])
}

extension SocialPointReason: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "social_point",
        [
            "kept_meetup": "You came as agreed", "hosted_meetup": "You hosted a meetup",
            "checked_in": "You checked in", "rated_in_time": "You rated in time",
        ])
}

extension RatingSummary {
    /// The English texts that are shown next to the stars, or instead of them.
    public static let vocabulary = Vocabulary(
        "rating_summary",
        ["new": "New here", "shown": "{mean} of 5 stars, {people}", "range": "Likely {low} to {high}"])

    /// The summary in one line: "New here", or "4.5 of 5 stars, 10 ratings or more".
    public func phrase(in words: LocalizedStrings = .english) -> String {
        guard let shown else { return words.text("new", in: Self.vocabulary) ?? "" }
        return words.text(
            "shown", in: Self.vocabulary, ["mean": .text(shown.mean.inHalves), "people": .text(words(shown.people))])
            ?? ""
    }
}

extension ShownRatings {
    /// The likely range of the mean, in words.
    public func rangePhrase(in words: LocalizedStrings = .english) -> String {
        words.text(
            "range", in: RatingSummary.vocabulary, ["low": .text(low.inHalves), "high": .text(high.inHalves)]) ?? ""
    }
}

extension ExpectedAttendance {
    /// The English hints for a host. Parameters: `expected`, `low`, `high`.
    public static let vocabulary = Vocabulary(
        "expected_attendance",
        [
            "one": "Likely to come: about {expected}.",
            "range": "Likely to come: about {expected} ({low} to {high}).",
        ])

    /// The expectation as a sentence to the host.
    public func phrase(in words: LocalizedStrings = .english) -> String {
        words.text(
            low == high ? "one" : "range", in: Self.vocabulary,
            ["expected": .integer(expected), "low": .integer(low), "high": .integer(high)]) ?? ""
    }
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let trust = [
        TrustReason.vocabulary, TrustStep.vocabulary, MissingRequirement.vocabulary, CountBand.vocabulary,
        SocialPointReason.vocabulary, RatingSummary.vocabulary, ExpectedAttendance.vocabulary,
    ]
}

extension Double {
    /// A number in halves, such as "4.5" or "4". The text does not depend on the locale.
    var inHalves: String {
        let halves = Int((isFinite ? Swift.min(Swift.max(self, 0), 1_000) : 0) * 2)
        return halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5"
    }
}

extension Int? {
    fileprivate var parameters: [String: ParameterValue] { map { ["count": .integer($0)] } ?? [:] }
}

extension MessageTemplate {
    /// Returns a template with one text for a `count` of 1, and another text for all other counts.
    fileprivate static func counting(_ one: String, _ many: String) -> MessageTemplate {
        let (one, many) = (MessageTemplate(template: one), MessageTemplate(template: many))
        return MessageTemplate { $0["count"]?.integer == 1 ? one($0) : many($0) }
    }
}
