public import Foundation
public import OrbitModels

/// A notification as a centre holds it.
public struct PendingNotification: Hashable, Sendable, Identifiable {
    /// ``NotificationIdentifier/rawValue``, or that of a notification which this module did not schedule.
    public let identifier: String
    /// When it fires; `nil` if the centre cannot tell.
    public let fire: Date?
    /// How the centre is told the time.
    public let trigger: PlannedNotification.Trigger?
    /// It is of no use from then on.
    public let expires: Date?
    /// What it is about.
    public let subjects: [NotificationSubject]
    /// What the user reads.
    public let text: String
    /// Stands for all of it, ``text`` included; `nil` for what this module did not schedule.
    public let fingerprint: String?

    /// The identifier.
    public var id: String { identifier }

    /// Creates a notification, such as one of another part of the app. A date that is not a number is none.
    public init(
        identifier: String, fire: Date?, trigger: PlannedNotification.Trigger? = nil, expires: Date? = nil,
        subjects: [NotificationSubject] = [], text: String = "", fingerprint: String? = nil
    ) {
        func known(_ date: Date?) -> Date? { date.flatMap { $0.timeIntervalSinceReferenceDate.isNaN ? nil : $0 } }
        (self.identifier, self.fire, self.trigger, self.expires) = (identifier, known(fire), trigger, known(expires))
        (self.subjects, self.text, self.fingerprint) = (subjects, text, fingerprint)
    }

    /// A planned notification in words.
    public init(_ planned: PlannedNotification, words: Words) {
        let text = planned.text(in: words)
        self.init(
            identifier: planned.identifier.rawValue, fire: planned.fire, trigger: planned.trigger,
            expires: planned.expires, subjects: planned.subjects, text: text,
            fingerprint: Fingerprint.of(planned.fingerprint + "\n" + text))
    }

    /// Whether this module has scheduled it. All others are never touched.
    public var isOurs: Bool { identifier.hasPrefix(NotificationIdentifier.prefix) }
}

/// What a system's centre has to keep with a notification, as text: JSON.
struct StoredDetails: Codable, Hashable {
    /// Where it is kept.
    static let key = "orbit_notification"

    let fire: Date?
    let expires: Date?
    let subjects: [NotificationSubject]
    let fingerprint: String?

    init(_ notification: PendingNotification) {
        (fire, expires) = (notification.fire, notification.expires)
        (subjects, fingerprint) = (notification.subjects, notification.fingerprint)
    }

    /// `nil` for what this module did not write.
    init?(text: String?) {
        guard let text,
            let details = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))  // another's, or of a newer app
        else { return nil }
        self = details
    }

    /// `nil` if a time is no number.
    var text: String? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }  // the caller reports it
        return String(decoding: data, as: UTF8.self)
    }
}
