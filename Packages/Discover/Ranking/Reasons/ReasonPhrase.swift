import OrbitModels

extension Reason {
    /// The reason as an English sentence to the one who asks; empty for a code that this version has no words for.
    public var phrase: String {
        switch code {
        case .sharedInterest: "You both like \(text("interest"))."
        case .sharedRareInterest: "You both like \(text("interest")), which few here do."
        case .sharedHours: hours.map { "You are both free \($0)." } ?? ""
        case .alike: Self.alike[text("scale")]?[text("end")] ?? ""
        case .sameGroupSize: Self.groupSizes[text("group_size")] ?? ""
        case .sameFrequency: Self.frequencies[text("meeting_frequency")] ?? ""
        case .sharedTime: Self.times[text("time")] ?? ""
        case .liveNearby: "You live close to each other."
        case .unlike: Self.unlike[text("scale")]?[text("end")] ?? ""
        case .otherInterest: "They like \(text("interest")); you may not know it yet."
        default: ""
        }
    }

    private func text(_ name: String) -> String { parameters[name]?.description ?? "" }

    /// `Tue 17–19`.
    private var hours: String? {
        guard let day = Weekday(key: text("day")), let from = parameters["from"]?.integer,
            let to = parameters["to"]?.integer, let range = HourRange(from: from, to: to)
        else { return nil }
        return HourSet(range.hours(on: day)).text()
    }

    private static let alike = [
        "introvert_extrovert": [
            "low": "You both like it quiet.", "high": "You both like to be among people.",
            "middle": "You need company about as much as they do.",
        ],
        "spontaneous_planner": [
            "low": "You are both spontaneous.", "high": "You both like a plan.",
            "middle": "You plan about as far ahead as they do.",
        ],
        "active_relaxed": [
            "low": "You are both active.", "high": "You both take it easy.",
            "middle": "You are about as active as they are.",
        ],
    ]

    private static let unlike = [
        "introvert_extrovert": [
            "low": "They like it quieter than you do.", "high": "They like more company than you do.",
        ],
        "spontaneous_planner": [
            "low": "They are more spontaneous than you.", "high": "They plan more than you do.",
        ],
        "active_relaxed": ["low": "They are more active than you.", "high": "They take it easier than you do."],
    ]

    private static let groupSizes = [
        "one_on_one": "You both like to meet one on one.", "small": "You both like small groups.",
        "medium": "You both like groups of six to ten.", "large": "You both like large groups.",
    ]

    private static let frequencies = [
        "weekly": "You both want to meet every week.", "biweekly": "You both want to meet every other week.",
        "monthly": "You both want to meet every month.", "flexible": "You are both flexible about how often to meet.",
    ]

    private static let times = [
        "mornings": "You both like mornings.", "afternoons": "You both like afternoons.",
        "evenings": "You both like evenings.", "weekends": "You both like weekends.",
    ]
}
