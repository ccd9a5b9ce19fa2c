/// Holds notifications until they are due, and shows them: the system's, a terminal, or memory.
public protocol NotificationCentre: Sendable {
    /// What the user allows now.
    func permission() async -> NotificationPermission
    /// Asks the user, if they were not asked before; returns what they allow then.
    func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission
    /// All notifications that are not shown yet, those of other parts of the app too.
    func pending() async throws(NotificationSchedulingError) -> [PendingNotification]
    /// Adds a notification, in place of one with the same identifier.
    func add(_ notification: PendingNotification) async throws(NotificationSchedulingError)
    /// Removes notifications; those it does not hold are no error.
    func remove(_ identifiers: [String]) async throws(NotificationSchedulingError)
}
