public import Foundation

/// "Remind me later": a notification that is to come again, unless its subject has changed by then.
public struct Snooze: Codable, Hashable, Sendable {
    /// The notification that was put off.
    public let identifier: NotificationIdentifier
    /// The version of the subject that the notification was about. An edit ends the snooze.
    public let version: Int
    /// When it is to come again. It comes at the latest a minute before its subject begins, in quiet hours too.
    public let until: Date

    /// Creates a snooze. What was put off before is put off again.
    public init(_ identifier: NotificationIdentifier, version: Int, until: Date) {
        (self.identifier, self.version, self.until) = (identifier.plain, version, until)
    }
}
