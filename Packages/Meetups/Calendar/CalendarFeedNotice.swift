public import OrbitModels

/// What the user should know of the address of their calendar, beside its buttons.
public enum CalendarFeedNotice: String, CaseIterable, Hashable, Sendable {
    /// Beside an address that was just made.
    case shownOnce = "shown_once"
    /// Beside an address that was made earlier.
    case notShownAgain = "not_shown_again"
    /// As long as there is an address, and before one is made.
    case whoeverHasIt = "whoever_has_it"
}

extension CalendarFeedNotice: Worded {
    /// The sentences.
    public static let vocabulary = Vocabulary(
        "calendar_feed_notice",
        [
            "shown_once": "Copy this address now: it is not shown again.",
            "not_shown_again":
                "The address was shown when it was made. If you need it again, make a new one; the old one then stops working.",
            "whoever_has_it":
                "Anyone who has this address sees the meetups that you host or attend, with the exact place and without signing in.",
        ])

    /// The code of the sentence in its vocabulary.
    public var wordCode: String { rawValue }
}

extension Vocabulary {
    /// The buttons beside the address of a calendar.
    public static let calendarFeedActions = Vocabulary(
        "calendar_feed_action",
        ["create": "Make an address", "renew": "Make a new address", "revoke": "End the address"])
}
