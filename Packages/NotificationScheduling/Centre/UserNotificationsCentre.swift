#if canImport(UserNotifications) && (os(iOS) || os(macOS) || os(visionOS))
    import Foundation
    public import TimeAndChance
    import UserNotifications

    /// The notification centre of Apple's systems (`UNUserNotificationCenter`). It requires a process with a bundle
    /// identifier, because the system terminates other processes.
    ///
    /// While the app is in the foreground, the delegate of the system's centre decides which notifications are shown.
    /// Call a ``DeliveryCheck`` there.
    public struct UserNotificationsCentre: NotificationCentre {
        private let clock: any TimeSource

        /// Creates the centre.
        public init(clock: any TimeSource = SystemClock()) {
            self.clock = clock
        }

        /// Returns the current permission of the user.
        public func permission() async -> NotificationPermission {
            await withCheckedContinuation { continuation in
                UNUserNotificationCenter.current().getNotificationSettings {
                    continuation.resume(returning: NotificationPermission($0))
                }
            }
        }

        /// Requests banners, sounds and badges, if the user was not asked before.
        public func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
            let problem = await withCheckedContinuation { continuation in
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) { _, error in
                    continuation.resume(returning: error.map { "\($0)" })
                }
            }
            let permission = await permission()
            // A refusal by the user is not an error, although the system reports some refusals as errors.
            if let problem, permission.status == .notDetermined { throw .refused(problem) }
            return permission
        }

        /// All notifications that the app has pending.
        public func pending() async -> [PendingNotification] {
            await withCheckedContinuation { continuation in
                UNUserNotificationCenter.current().getPendingNotificationRequests {
                    continuation.resume(returning: $0.map { PendingNotification($0) })
                }
            }
        }

        /// Adds a notification, in place of a notification with the same identifier.
        ///
        /// - Throws: ``NotificationSchedulingError/refused(_:)`` if it has no time, would be late, or the system
        ///   refuses it.
        public func add(_ notification: PendingNotification) async throws(NotificationSchedulingError) {
            guard let trigger = SystemTrigger(notification, now: clock.date),
                let stored = StoredDetails(notification).text
            else { throw .refused("it has no time, or comes too late") }
            let content = UNMutableNotificationContent()
            content.body = notification.text
            content.sound = .default
            content.userInfo = [StoredDetails.key: stored]
            let request = UNNotificationRequest(
                identifier: notification.identifier, content: content, trigger: trigger.ofSystem)
            let problem = await withCheckedContinuation { continuation in
                UNUserNotificationCenter.current().add(request) { error in
                    continuation.resume(returning: error.map { "\($0)" })
                }
            }
            if let problem { throw .refused(problem) }
        }

        /// Removes notifications that are not shown yet.
        public func remove(_ identifiers: [String]) async {
            UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: identifiers)
        }
    }

    extension PendingNotification {
        /// Creates the notification of a request that the system passes to its delegate. The request may be from
        /// another part of the app.
        public init(_ request: UNNotificationRequest) {
            let stored = StoredDetails(text: request.content.userInfo[StoredDetails.key] as? String)
            self.init(
                identifier: request.identifier, fire: stored?.fire, expires: stored?.expires,
                subjects: stored?.subjects ?? [], text: request.content.body, fingerprint: stored?.fingerprint)
        }
    }

    extension NotificationPermission {
        fileprivate init(_ settings: UNNotificationSettings) {
            self.init(
                Status(settings.authorizationStatus), alert: Setting(settings.alertSetting),
                sound: Setting(settings.soundSetting), badge: Setting(settings.badgeSetting))
        }
    }

    extension NotificationPermission.Status {
        fileprivate init(_ status: UNAuthorizationStatus) {
            switch status {
            case .notDetermined: self = .notDetermined
            case .denied: self = .denied
            case .authorized: self = .authorised
            case .provisional: self = .provisional
            #if os(iOS)
                case .ephemeral: self = .ephemeral
            #endif
            @unknown default: self = .denied
            }
        }
    }

    extension NotificationPermission.Setting {
        fileprivate init(_ setting: UNNotificationSetting) {
            switch setting {
            case .notSupported: self = .notSupported
            case .disabled: self = .disabled
            case .enabled: self = .enabled
            @unknown default: self = .notSupported
            }
        }
    }

    extension SystemTrigger {
        fileprivate var ofSystem: UNNotificationTrigger {
            switch self {
            case .interval(let seconds): UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
            case .calendar(let time): UNCalendarNotificationTrigger(dateMatching: time, repeats: false)
            }
        }
    }
#endif
