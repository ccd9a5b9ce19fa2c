public import Foundation

/// Why a notification cannot be planned or scheduled.
@nonexhaustive public enum NotificationSchedulingError: Error, Hashable, Sendable {
    /// This system knows no time zone of this name.
    case unknownZone(String)
    /// The user has not allowed notifications.
    case notPermitted
    /// The centre holds as many as it can.
    case full(limit: Int)
    /// The centre accepted it, but does not hold it.
    case lost
    /// The centre refused for a reason of its own.
    case refused(String)
}

extension NotificationSchedulingError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .unknownZone: "The time zone is not known here. Choose another, or update the system."
        case .notPermitted: "Notifications are switched off. Allow them in the settings, or look into the app."
        case .full(let limit): "No more than \(limit) notifications can wait. Open the app again for the rest."
        case .lost: "A notification was not kept. Open the app again to plan it anew."
        case .refused: "A notification was refused. Open the app again to plan it anew."
        }
    }
}
