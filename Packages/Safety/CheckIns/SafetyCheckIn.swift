public import Foundation
public import OrbitModels

/// Identifies a safety check-in.
public typealias CheckInID = Identifier<SafetyCheckIn>

/// A timer that alerts one person that the user has chosen, unless the user reports in time that they are safe.
///
/// It does not alert the police.
public struct SafetyCheckIn: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public var id: CheckInID
    /// The meetup of the check-in; `nil` without a meetup.
    public var meetupID: MeetupID?
    /// The time at which the user is asked whether they are safe.
    public var dueAt: Date
    /// The minutes between ``dueAt`` and the alert.
    public var grace: Int
    /// The person who is alerted.
    public var contact: CheckInContact
    /// The user's message to the contact; may be empty.
    public var message: String
    /// Whether the alert contains the plan of the meetup, with its place.
    public var sharesPlan: Bool
    /// The state as of the server's last change. See ``state(at:)``.
    public var state: CheckInState
    /// The number of times that the user has postponed the check-in.
    public var extensions: Int
    /// Whether the contact has opted out of messages, so that no alert reaches them.
    public var isContactRefusing: Bool
    /// The time at which the user set the check-in.
    public var createdAt: Date
    /// The time at which the mail transport accepted the alert; `nil` until then.
    ///
    /// It can remain unknown whether the mail transport accepted the alert. The value is then `nil` until the mail
    /// transport accepts the all-clear. From then on, it is the time of the first attempt that the mail transport may
    /// have accepted.
    public var alertedAt: Date?
    /// The time at which the server stopped its attempts to deliver the latest mail to the contact. The server stops in
    /// these cases:
    ///
    /// - It has made the maximum number of attempts, and does not know whether the mail transport has accepted one of
    ///   them.
    /// - The mail is the all-clear, and the contact has opted out.
    /// - The mail is an alert that the mail transport may have accepted, and the contact has opted out.
    ///
    /// `nil` in all other cases. For example, the contact has opted out, and the mail transport cannot have accepted an
    /// alert.
    public var undeliveredAt: Date?
    /// `true` while the server sends the all-clear: the mail transport has not accepted it, and the server has not
    /// stopped its attempts.
    public var isClearing: Bool?
    /// The time at which the check-in ended or was missed; `nil` while it is running.
    public var endedAt: Date?

    /// Creates a check-in.
    public init(
        id: CheckInID, meetupID: MeetupID? = nil, dueAt: Date, grace: Int, contact: CheckInContact,
        message: String = "", sharesPlan: Bool = false, state: CheckInState = .running, extensions: Int = 0,
        isContactRefusing: Bool = false, createdAt: Date, alertedAt: Date? = nil, undeliveredAt: Date? = nil,
        isClearing: Bool? = nil, endedAt: Date? = nil
    ) {
        self.id = id
        self.meetupID = meetupID
        self.dueAt = dueAt
        self.grace = grace
        self.contact = contact
        self.message = message
        self.sharesPlan = sharesPlan
        self.state = state
        self.extensions = extensions
        self.isContactRefusing = isContactRefusing
        self.createdAt = createdAt
        self.alertedAt = alertedAt
        self.undeliveredAt = undeliveredAt
        self.isClearing = isClearing
        self.endedAt = endedAt
    }

    /// The time at which the contact is alerted, unless the user reports before then that they are safe.
    public var alertsAt: Date { dueAt.addingTimeInterval(TimeInterval(grace) * 60) }

    /// Returns the state at a time. A running check-in counts as missed from ``alertsAt`` on.
    public func state(at now: Date) -> CheckInState { state == .running && now >= alertsAt ? .missed : state }

    private enum CodingKeys: String, CodingKey {
        case id, grace, contact, message, state, extensions
        case meetupID = "meetup_id"
        case dueAt = "due_at"
        case sharesPlan = "share_plan"
        case isContactRefusing = "contact_refuses"
        case createdAt = "created_at"
        case alertedAt = "alerted_at"
        case undeliveredAt = "undelivered_at"
        case isClearing = "is_clearing"
        case endedAt = "ended_at"
    }
}

extension SafetyCheckIn: JSONKeyed {
    /// The member `check_in`.
    public static var jsonKey: String { "check_in" }
}

/// The person who is alerted if a check-in is missed. They need no account.
public struct CheckInContact: Codable, Hashable, Sendable {
    /// The user's name for the contact.
    public var name: String
    /// The contact's email address.
    public var email: String

    /// Creates a contact.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}

extension CheckInContact: Redacted {
    /// A placeholder, so that logs contain neither name nor address.
    public var description: String { "‹contact›" }
}

/// The state of a check-in.
public struct CheckInState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The check-in is running.
    public static let running = Self(rawValue: "waiting")
    /// The user has reported that they are safe, in time or after the alert.
    public static let safe = Self(rawValue: "safe")
    /// The user has not reported in time that they are safe.
    public static let missed = Self(rawValue: "missed")
    /// The user has cancelled the check-in.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The check-in ended because the user can no longer sign in or has no complete profile. The contact was not
    /// alerted.
    public static let ended = Self(rawValue: "ended")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.running, .safe, .missed, .cancelled, .ended]
}
