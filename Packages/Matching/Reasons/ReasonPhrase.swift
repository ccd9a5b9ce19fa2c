public import OrbitModels

extension Reason {
    /// The reason as a sentence to the person who asks; empty for a code that there are no words for.
    public func phrase(in words: Words = .english) -> String {
        var values = parameters
        if case .text(let label) = parameters["interest"] { values["interest"] = .text(words(Interest(label))) }
        values["hours"] = hours(by: words.weekdayNames).map { .text($0) }
        return words.text(wordCode, in: Self.vocabulary, values) ?? ""
    }

    /// The reason as an English sentence.
    public var phrase: String { phrase() }

    /// The code, followed by those of its parameters that make another sentence: `alike.active_relaxed.low`.
    private var wordCode: String {
        let distinguishing: [String] =
            switch code {
            case .alike, .unlike: ["scale", "end"]
            case .sameGroupSize: ["group_size"]
            case .sameFrequency: ["meeting_frequency"]
            case .sharedTime: ["time"]
            default: []
            }
        return ([code.rawValue] + distinguishing.map { parameters[$0]?.description ?? "" }).joined(separator: ".")
    }

    /// `Tue 17–19`.
    private func hours(by names: WeekdayNames) -> String? {
        guard case .text(let key) = parameters["day"], let day = Weekday(key: key),
            let from = parameters["from"]?.integer, let to = parameters["to"]?.integer,
            let range = HourRange(from: from, to: to)
        else { return nil }
        return HourSet(range.hours(on: day)).text(names: names)
    }

    /// The sentences, with the parameters of the codes, and `hours` for those that two people share.
    public static let vocabulary = Vocabulary(
        "reason",
        [
            "shared_interest": "You both like {interest}.",
            "shared_rare_interest": "You both like {interest}, which few here do.",
            "shared_hours": "You are both free {hours}.",
            "alike.introvert_extrovert.low": "You both like it quiet.",
            "alike.introvert_extrovert.high": "You both like to be among people.",
            "alike.introvert_extrovert.middle": "You need company about as much as they do.",
            "alike.spontaneous_planner.low": "You are both spontaneous.",
            "alike.spontaneous_planner.high": "You both like a plan.",
            "alike.spontaneous_planner.middle": "You plan about as far ahead as they do.",
            "alike.active_relaxed.low": "You are both active.",
            "alike.active_relaxed.high": "You both take it easy.",
            "alike.active_relaxed.middle": "You are about as active as they are.",
            "same_group_size.one_on_one": "You both like to meet one on one.",
            "same_group_size.small": "You both like small groups.",
            "same_group_size.medium": "You both like groups of six to ten.",
            "same_group_size.large": "You both like large groups.",
            "same_frequency.weekly": "You both want to meet every week.",
            "same_frequency.biweekly": "You both want to meet every other week.",
            "same_frequency.monthly": "You both want to meet every month.",
            "same_frequency.flexible": "You are both flexible about how often to meet.",
            "shared_time.mornings": "You both like mornings.",
            "shared_time.afternoons": "You both like afternoons.",
            "shared_time.evenings": "You both like evenings.",
            "shared_time.weekends": "You both like weekends.",
            "live_nearby": "You live close to each other.",
            "unlike.introvert_extrovert.low": "They like it quieter than you do.",
            "unlike.introvert_extrovert.high": "They like more company than you do.",
            "unlike.spontaneous_planner.low": "They are more spontaneous than you.",
            "unlike.spontaneous_planner.high": "They plan more than you do.",
            "unlike.active_relaxed.low": "They are more active than you.",
            "unlike.active_relaxed.high": "They take it easier than you do.",
            "other_interest": "They like {interest}; you may not know it yet.",
        ])
}

extension DistanceBucket: Worded {
    public static let vocabulary = Vocabulary(
        "distance",
        [
            "nearby": "Up to 3 km", "same_town": "Up to 10 km", "same_region": "Up to 30 km",
            "day_trip": "Up to 100 km", "far_away": "Any distance",
        ])
}

extension Vocabulary {
    /// Those of this module.
    public static let matching = [Reason.vocabulary, DistanceBucket.vocabulary]
}
