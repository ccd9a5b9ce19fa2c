public import Foundation
public import OrbitModels

/// Identifies a safety check-in.
public typealias CheckInID = Identifier<SafetyCheckIn>

/// A timer that the user has set: if they do not say in time that they are safe, one person they have chosen is
/// written to. It alerts that person, not the police.
public struct SafetyCheckIn: Codable, Hashable, Sendable, Identifiable {
    /// The check-in.
    public var id: CheckInID
    /// The meetup it is about, if it is about one.
    public var meetupID: MeetupID?
    /// When the user is asked whether they are safe.
    public var dueAt: Date
    /// Minutes after ``dueAt`` at which the contact is written to.
    public var grace: Int
    /// Who is written to.
    public var contact: CheckInContact
    /// What the user has written for them; may be empty.
    public var message: String
    /// Whether they are told the plan of the meetup, with its place.
    public var sharesPlan: Bool
    /// What has become of it.
    public var state: CheckInState
    /// How often it was put off.
    public var extensions: Int
    /// Whether the contact takes no messages: nobody would be told.
    public var isContactRefusing: Bool
    /// When it was set.
    public var createdAt: Date
    /// When an alert to the contact was accepted; `nil` if no mail was. If its acceptance is unknown, the time of its attempt
    /// once an all-clear was accepted.
    public var alertedAt: Date?
    /// When the server gave up the latest mail to the contact: no acceptance is known, or it was an all-clear and the
    /// contact had opted out by then. `nil` if the server has given up no mail, or if the contact opted out before any
    /// alert that the mailbox may have accepted.
    public var undeliveredAt: Date?
    /// `true` while the server sends the all-clear: no mail server has accepted it, and the server has not given up.
    public var isClearing: Bool?
    /// When it was over; `nil` while it runs.
    public var endedAt: Date?

    /// Creates a check-in.
    public init(
        id: CheckInID, meetupID: MeetupID? = nil, dueAt: Date, grace: Int, contact: CheckInContact,
        message: String = "", sharesPlan: Bool = false, state: CheckInState = .waiting, extensions: Int = 0,
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

    /// When the contact is written to, unless the user says before that they are safe.
    public var alertsAt: Date { dueAt.addingTimeInterval(TimeInterval(grace) * 60) }

    /// The state as time makes it.
    public func state(at now: Date) -> CheckInState { state == .waiting && now >= alertsAt ? .missed : state }

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

extension SafetyCheckIn: WireNamed {
    /// The member `check_in`.
    public static var wireName: String { "check_in" }
}

/// The person who is written to if a check-in is missed. They need no account.
public struct CheckInContact: Codable, Hashable, Sendable {
    /// What the user calls them.
    public var name: String
    /// Where they get mail.
    public var email: String

    /// Creates a contact.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}

extension CheckInContact: Redacted {
    /// A placeholder.
    public var description: String { "‹contact›" }
}

/// What has become of a check-in.
public struct CheckInState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It runs.
    public static let waiting = Self(rawValue: "waiting")
    /// The user has said that they are safe, in time or after their contact was told.
    public static let safe = Self(rawValue: "safe")
    /// The user has not said so in time.
    public static let missed = Self(rawValue: "missed")
    /// The user has called it off.
    public static let cancelled = Self(rawValue: "cancelled")
    /// It was over with the user's account, and nobody was told.
    public static let ended = Self(rawValue: "ended")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.waiting, .safe, .missed, .cancelled, .ended]
}
