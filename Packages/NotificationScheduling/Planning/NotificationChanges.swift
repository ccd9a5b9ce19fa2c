public import Foundation

/// The minimal changes after which a centre holds exactly the planned notifications.
///
/// A centre replaces a notification if a notification with the same identifier is added.
public struct NotificationChanges: Hashable, Sendable {
    /// The time that a due notification may take to reach the user, in seconds.
    static let grace: TimeInterval = 60

    /// The identifiers to remove, sorted. They are removed first, to make room.
    public let removed: [String]
    /// The notifications to add in place of pending notifications with the same identifier and other content, soonest
    /// first.
    public let replaced: [PendingNotification]
    /// The notifications to add, soonest first.
    public let added: [PendingNotification]

    /// Whether no change is required.
    public var isEmpty: Bool { removed.isEmpty && replaced.isEmpty && added.isEmpty }

    /// Compares the planned notifications with the pending notifications. Ignores notifications that this module did
    /// not schedule. Keeps notifications that have just become due, if `check` still allows them.
    ///
    /// - Parameters:
    ///   - wanted: The planned notifications, soonest first.
    ///   - pending: The notifications in the centre.
    ///   - check: The check for notifications that have just become due.
    ///   - now: The current date.
    public init(
        wanted: [PendingNotification], pending: [PendingNotification], check: DeliveryCheck, now: Date
    ) {
        let known = Dictionary(pending.map { ($0.identifier, $0) }) { first, _ in first }
        var seen: Set<String> = []
        let wanted = wanted.filter { seen.insert($0.identifier).inserted }
        removed = known.values
            .filter { $0.isOurs && !seen.contains($0.identifier) && !Self.isUnderWay($0, check, now) }
            .map(\.identifier).sorted()
        replaced = wanted.filter { one in known[one.identifier].map { $0.fingerprint != one.fingerprint } ?? false }
        added = wanted.filter { known[$0.identifier] == nil }
    }

    private static func isUnderWay(_ one: PendingNotification, _ check: DeliveryCheck, _ now: Date) -> Bool {
        guard let fire = one.fire, fire <= now, now.timeIntervalSince(fire) < grace else { return false }
        return check.shouldDeliver(one, now: now)
    }
}
