/// The reason for a report. Each reason belongs to one ``ReportCategory``.
///
/// ```swift
/// for category in ReportCategory.known {
///     print(words(category), category.reasons.map { words($0) })
/// }
/// ```
public struct ReportReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Violence or attempted violence.
    public static let violence = Self(rawValue: "violence")
    /// A threat against a person.
    public static let threat = Self(rawValue: "threat")
    /// The person may harm themselves.
    public static let selfHarm = Self(rawValue: "self_harm")
    /// Following a person, in the app or outside it.
    public static let stalking = Self(rawValue: "stalking")
    /// Sexual harassment.
    public static let sexualHarassment = Self(rawValue: "sexual_harassment")
    /// Hatred of people because of their identity.
    public static let hate = Self(rawValue: "hate")
    /// Insults and bullying.
    public static let insult = Self(rawValue: "insult")
    /// Contact that continues after a request to stop.
    public static let unwantedContact = Self(rawValue: "unwanted_contact")
    /// Pretending to be another person.
    public static let impersonation = Self(rawValue: "impersonation")
    /// A person who is not a member of the campus.
    public static let notOfCampus = Self(rawValue: "not_of_campus")
    /// Obtaining money or data by deceit.
    public static let scam = Self(rawValue: "scam")
    /// Advertising.
    public static let spam = Self(rawValue: "spam")
    /// Nudity.
    public static let nudity = Self(rawValue: "nudity")
    /// Pictures or descriptions of cruelty.
    public static let cruelty = Self(rawValue: "cruelty")
    /// Private information about another person.
    public static let privateInformation = Self(rawValue: "private_information")
    /// A meetup that differs from its description.
    public static let misleadingMeetup = Self(rawValue: "misleading_meetup")
    /// A meetup at which people are in danger.
    public static let unsafeMeetup = Self(rawValue: "unsafe_meetup")
    /// A reason that no other value covers; the text of the report gives it.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = ReportCategory.known.flatMap(\.reasons)

    /// The category, or ``ReportCategory/other`` for a reason that this version does not know.
    public var category: ReportCategory {
        ReportCategory.known.first { $0.reasons.contains(self) } ?? .other
    }
}

/// A group of reasons. Choosing a group is the first step of the form.
public struct ReportCategory: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A person is in danger.
    public static let danger = Self(rawValue: "danger")
    /// Harassment.
    public static let harassment = Self(rawValue: "harassment")
    /// Deceit.
    public static let deceit = Self(rawValue: "deceit")
    /// Offensive or private content.
    public static let content = Self(rawValue: "content")
    /// An incident at a meetup.
    public static let meeting = Self(rawValue: "meeting")
    /// Something else.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.danger, .harassment, .deceit, .content, .meeting, .other]

    /// The reasons of the category, in display order. The list is empty for a category that this version does not know.
    public var reasons: [ReportReason] {
        switch self {
        case .danger: [.violence, .threat, .selfHarm, .stalking]
        case .harassment: [.sexualHarassment, .hate, .insult, .unwantedContact]
        case .deceit: [.impersonation, .notOfCampus, .scam, .spam]
        case .content: [.nudity, .cruelty, .privateInformation]
        case .meeting: [.misleadingMeetup, .unsafeMeetup]
        case .other: [.other]
        default: []
        }
    }
}
