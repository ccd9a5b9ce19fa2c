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
