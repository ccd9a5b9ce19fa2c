public import OrbitModels

/// The reason why a notification cannot be planned or scheduled.
@nonexhaustive public enum NotificationSchedulingError: Error, Hashable, Sendable {
    /// This system does not know a time zone of this name.
    case unknownZone(String)
    /// The user has not allowed notifications.
    case notPermitted
    /// The centre holds its maximum number of notifications.
    case full(limit: Int)
    /// The centre accepted the notification, but does not hold it.
    case lost
    /// The centre refused for a reason of its own.
    case refused(String)
}

extension NotificationSchedulingError: TranslatableError {
    /// The messages of the errors. `full` has the parameter `limit`.
    public static let vocabulary = Vocabulary(
        "notification_error",
        [
            "unknown_zone": "This device does not know the time zone. Choose another, or update the system.",
            "not_permitted": "Notifications are off. Turn them on in the settings, or check the app for news.",
            "full": "Only {limit} notifications can wait at once. Open the app again for the rest.",
            "lost": "The system has lost a notification. Open the app again to plan it once more.",
            "refused": "The system has refused a notification. Open the app again to plan it once more.",
        ])

    /// Returns a message with the next step for the user.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .unknownZone: words.sentence("unknown_zone", in: Self.vocabulary)
        case .notPermitted: words.sentence("not_permitted", in: Self.vocabulary)
        case .full(let limit): words.sentence("full", in: Self.vocabulary, ["limit": .integer(limit)])
        case .lost: words.sentence("lost", in: Self.vocabulary)
        case .refused: words.sentence("refused", in: Self.vocabulary)
        }
    }
}
