public import Foundation

/// What has to be done so that a centre holds what a plan wants, and no more than that.
///
/// A centre that is told to add a notification whose identifier it knows replaces it.
public struct NotificationChanges: Hashable, Sendable {
    /// How long a notification whose time has come may still be on its way to the user, in seconds.
    static let grace: TimeInterval = 60

    /// Identifiers to remove, sorted: first, so that there is room.
    public let removed: [String]
    /// To add under an identifier that is pending with other content, soonest first.
    public let replaced: [PendingNotification]
    /// To add, soonest first.
    public let added: [PendingNotification]

    /// Nothing has to be done.
    public var isEmpty: Bool { removed.isEmpty && replaced.isEmpty && added.isEmpty }

    /// Compares what is wanted with what is pending. Notifications that this module did not schedule are left alone; so
    /// are those whose time has just come, if `check` still allows them.
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
