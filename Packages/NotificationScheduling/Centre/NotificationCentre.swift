/// A store of pending notifications that shows each at its time: the system's centre, a terminal, or memory.
///
/// `UserNotificationsCentre` exists on Apple's systems, ``TerminalNotificationCentre`` on all systems, and
/// ``InMemoryNotificationCentre`` in previews and tests.
public protocol NotificationCentre: Sendable {
    /// Returns the current permission of the user.
    func permission() async -> NotificationPermission
    /// Asks the user for permission, if they were not asked before.
    ///
    /// - Returns: The permission after the answer.
    /// - Throws: ``NotificationSchedulingError`` if the user cannot be asked.
    func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission
    /// Returns all notifications that are not shown yet, including those of other parts of the app.
    ///
    /// - Throws: ``NotificationSchedulingError`` if they cannot be read.
    func pending() async throws(NotificationSchedulingError) -> [PendingNotification]
    /// Adds a notification, in place of a notification with the same identifier.
    ///
    /// - Parameter notification: The notification to add.
    /// - Throws: ``NotificationSchedulingError`` if the centre refuses it.
    func add(_ notification: PendingNotification) async throws(NotificationSchedulingError)
    /// Removes notifications that are not shown yet.
    ///
    /// - Parameter identifiers: The identifiers. Unknown identifiers are ignored.
    /// - Throws: ``NotificationSchedulingError`` if notifications cannot be removed.
    func remove(_ identifiers: [String]) async throws(NotificationSchedulingError)
}

/// The permission that the user has granted.
public struct NotificationPermission: Hashable, Sendable {
    /// The answer of the user to notifications in general.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The user was not asked yet.
        case notDetermined
        /// The user has refused.
        case denied
        /// The user has agreed.
        case authorised
        /// Notifications are delivered quietly, although the user was not asked.
        case provisional
        /// The user has agreed for a limited time (App Clips).
        case ephemeral
    }

    /// The setting of one way to draw attention.
    public enum Setting: String, Hashable, Sendable, CaseIterable {
        /// The system does not support it.
        case notSupported
        /// The user has switched it off.
        case disabled
        /// It is in use.
        case enabled
    }

    /// The answer of the user to notifications in general.
    public let status: Status
    /// The setting of banners.
    public let alert: Setting
    /// The setting of sounds.
    public let sound: Setting
    /// The setting of the number on the app's icon.
    public let badge: Setting

    /// Creates a permission.
    public init(_ status: Status, alert: Setting = .enabled, sound: Setting = .enabled, badge: Setting = .enabled) {
        (self.status, self.alert, self.sound, self.badge) = (status, alert, sound, badge)
    }

    /// Whether scheduled notifications are shown, at least quietly.
    public var allowsScheduling: Bool {
        switch status {
        case .authorised, .provisional, .ephemeral: true
        case .notDetermined, .denied: false
        }
    }

    /// Whether a request can change the permission, because the user has not decided yet.
    public var canAsk: Bool { status == .notDetermined || status == .provisional }
}
