import Foundation

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
