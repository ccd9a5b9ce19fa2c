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

/// What the user allows.
public struct NotificationPermission: Hashable, Sendable {
    /// Whether notifications are shown at all.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The user was not asked yet.
        case notDetermined
        /// No.
        case denied
        /// Yes.
        case authorised
        /// Quietly, without having been asked.
        case provisional
        /// Yes, for a short time (App Clips).
        case ephemeral
    }

    /// One way to draw attention.
    public enum Setting: String, Hashable, Sendable, CaseIterable {
        /// This system has no such thing.
        case notSupported
        /// The user has switched it off.
        case disabled
        /// It is used.
        case enabled
    }

    /// Whether notifications are shown at all.
    public let status: Status
    /// Banners.
    public let alert: Setting
    /// Sounds.
    public let sound: Setting
    /// The number on the icon.
    public let badge: Setting

    /// Creates a permission.
    public init(_ status: Status, alert: Setting = .enabled, sound: Setting = .enabled, badge: Setting = .enabled) {
        (self.status, self.alert, self.sound, self.badge) = (status, alert, sound, badge)
    }

    /// Whether what is scheduled will be shown, if only quietly.
    public var allowsScheduling: Bool {
        switch status {
        case .authorised, .provisional, .ephemeral: true
        case .notDetermined, .denied: false
        }
    }

    /// Whether it is of use to ask: the user has not decided yet.
    public var canAsk: Bool { status == .notDetermined || status == .provisional }
}
