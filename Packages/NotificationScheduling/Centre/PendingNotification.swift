public import Foundation
public import OrbitModels

/// A notification in a centre.
public struct PendingNotification: Hashable, Sendable, Identifiable {
    /// ``NotificationIdentifier/rawValue``, or the identifier of a notification that this module did not schedule.
    public let identifier: String
    /// The time at which it fires; `nil` if the centre does not know it.
    public let fire: Date?
    /// The form in which the centre receives the time.
    public let trigger: PlannedNotification.Trigger?
    /// The time from which the notification is useless.
    public let expires: Date?
    /// The subjects of the notification.
    public let subjects: [NotificationSubject]
    /// The text for the user.
    public let text: String
    /// A hash of the whole notification, including ``text``; `nil` for a notification that this module did not
    /// schedule.
    public let fingerprint: String?

    /// The identifier.
    public var id: String { identifier }

    /// Creates a notification, such as a notification of another part of the app. A date of NaN is stored as `nil`.
    public init(
        identifier: String, fire: Date?, trigger: PlannedNotification.Trigger? = nil, expires: Date? = nil,
        subjects: [NotificationSubject] = [], text: String = "", fingerprint: String? = nil
    ) {
        func known(_ date: Date?) -> Date? { date.flatMap { $0.timeIntervalSinceReferenceDate.isNaN ? nil : $0 } }
        (self.identifier, self.fire, self.trigger, self.expires) = (identifier, known(fire), trigger, known(expires))
        (self.subjects, self.text, self.fingerprint) = (subjects, text, fingerprint)
    }

    /// Creates a notification from a plan, with its text.
    public init(_ planned: PlannedNotification, words: LocalizedStrings) {
        let text = planned.text(in: words)
        self.init(
            identifier: planned.identifier.rawValue, fire: planned.fire, trigger: planned.trigger,
            expires: planned.expires, subjects: planned.subjects, text: text,
            fingerprint: Fingerprint.of(planned.fingerprint + "\n" + text))
    }

    /// Whether this module has scheduled the notification. All other notifications remain unchanged.
    public var isOurs: Bool { identifier.hasPrefix(NotificationIdentifier.prefix) }
}

/// The data that a system's centre stores with a notification, as JSON text.
struct StoredDetails: Codable, Hashable {
    /// The key under which the text is stored.
    static let key = "orbit_notification"

    let fire: Date?
    let expires: Date?
    let subjects: [NotificationSubject]
    let fingerprint: String?

    init(_ notification: PendingNotification) {
        (fire, expires) = (notification.fire, notification.expires)
        (subjects, fingerprint) = (notification.subjects, notification.fingerprint)
    }

    /// Decodes a stored text; `nil` for a text that this module did not write.
    init?(text: String?) {
        guard let text,
            // Another part of the app or a newer version may have written the text.
            let details = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
        else { return nil }
        self = details
    }

    /// The encoded text; `nil` if a date is not finite.
    var text: String? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }  // the caller reports it
        return String(decoding: data, as: UTF8.self)
    }
}
