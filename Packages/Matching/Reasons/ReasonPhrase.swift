public import OrbitModels

extension Reason {
    /// Returns the reason as a sentence for the viewer, or an empty text if the code has no sentence.
    public func phrase(in words: LocalizedStrings = .english) -> String {
        var values = parameters
        if case .text(let label) = parameters["interest"] { values["interest"] = .text(words(Interest(label))) }
        return words.text(localizationCode, in: Self.vocabulary, values) ?? ""
    }

    /// The reason as an English sentence.
    public var phrase: String { phrase() }

    /// The code with the parameters that select a sentence, such as `alike.active_relaxed.low`.
    private var localizationCode: String {
        let distinguishing: [String] =
            switch code {
            case .alike, .unlike: ["scale", "end"]
            case .sameGroupSize: ["group_size"]
            case .sameFrequency: ["meeting_frequency"]
            case .sharedTime: ["time"]
            case .sharedFreeTime: ["level"]
            default: []
            }
        return ([code.rawValue] + distinguishing.map { parameters[$0]?.description ?? "" }).joined(separator: ".")
    }

    /// The sentences, with the parameters of the codes.
    public static let vocabulary = Vocabulary(
        "reason",
        [
            "shared_interest": "You both like {interest}.",
            "shared_rare_interest": "You both like {interest}. Few people here do.",
            "shared_free_time.some": "You share some free time.",
            "shared_free_time.plenty": "You share plenty of free time.",
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
            "same_area": "You live in the same area.",
            "unlike.introvert_extrovert.low": "They like it quieter than you do.",
            "unlike.introvert_extrovert.high": "They like more company than you do.",
            "unlike.spontaneous_planner.low": "They are more spontaneous than you.",
            "unlike.spontaneous_planner.high": "They plan more than you do.",
            "unlike.active_relaxed.low": "They are more active than you.",
            "unlike.active_relaxed.high": "They take it easier than you do.",
            "other_interest": "They like {interest}. You may not know it yet.",
        ])
}

/// The texts that describe a distance level as a dealbreaker.
extension DistanceLevel: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "home_step",
        [
            "same": "In the same area", "neighbouring": "In the same area or next to it", "further": "At any distance",
        ])
}

/// The texts that describe a level of free time as a dealbreaker.
extension FreeTimeLevel: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "free_time",
        [
            "little": "Any free time", "some": "At least some free time in common",
            "plenty": "Plenty of free time in common",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let matching = [Reason.vocabulary, DistanceLevel.vocabulary, FreeTimeLevel.vocabulary]
}
