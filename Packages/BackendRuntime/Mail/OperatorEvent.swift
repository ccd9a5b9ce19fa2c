/// Something that an operator counts: how much is done, what is refused, and what looks like an attack. It names
/// nobody.
///
/// ```swift
/// configuration.count = { event in
///     counters.add(event.rawValue)
///     if event == .guessing { pager.ring() }
/// }
/// ```
public struct OperatorEvent: RawRepresentable, Hashable, Sendable {
    /// The name of a counter: words in lower case, joined by underscores, and behind a colon the limit or table if
    /// there is one.
    public let rawValue: String

    /// The event of this name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A code was mailed.
    public static let codeSent = OperatorEvent(rawValue: "code_sent")
    /// A code was asked for from a crowded network address for an address without an account, and was not mailed.
    public static let codeWithheld = OperatorEvent(rawValue: "code_withheld")
    /// The mailbox refused a message, or did not accept it within 30 seconds.
    public static let mailRefused = OperatorEvent(rawValue: "mail_refused")
    /// An alarm: no attempt to mail the contact of a check-in was accepted. Its owner is notified.
    public static let alertFailed = OperatorEvent(rawValue: "alert_failed")
    /// A wrong code was tried at a code that was sent.
    public static let codeWrong = OperatorEvent(rawValue: "code_wrong")
    /// A code was tried that has run out, was used or never sent.
    public static let codeUnknown = OperatorEvent(rawValue: "code_unknown")
    /// An alarm: more wrong codes were tried for one address, or from one network address, than people mistype.
    public static let guessing = OperatorEvent(rawValue: "guessing")
    /// An alarm: a network address asked for more codes than a campus does.
    public static let originCrowded = OperatorEvent(rawValue: "origin_crowded")
    /// A device is known no more, as too many wrong codes were tried on it.
    public static let deviceForgotten = OperatorEvent(rawValue: "device_forgotten")
    /// A person signed in.
    public static let signedIn = OperatorEvent(rawValue: "signed_in")
    /// An account was made.
    public static let accountMade = OperatorEvent(rawValue: "account_made")
    /// The list of universities says that people of two campuses are of one university. Nobody is moved; newcomers go
    /// to the older campus.
    public static let campusesJoined = OperatorEvent(rawValue: "campuses_joined")
    /// An alarm: a replaced refresh token turned up, and its session was ended.
    public static let sessionReused = OperatorEvent(rawValue: "session_reused")

    /// An alarm: an entry of the moderators' audit trail was changed or removed. It is counted at every verification,
    /// at a start and once a day, and whenever an entry is added to a trail whose end is broken.
    public static let auditTrailBroken = OperatorEvent(rawValue: "audit_trail_broken")

    /// A record of this table cannot be read. It was left out, or the request that needs it failed; it is counted
    /// whenever that happens.
    public static func recordUnreadable(_ table: String) -> OperatorEvent {
        OperatorEvent(rawValue: "record_unreadable:\(table)")
    }

    /// Work on a record of this table failed for what is in the records. Of a campus that is paired, one group is left
    /// out; what time brings about is tried again each time; a job after a minute at first and then after twice as
    /// long. It is counted too if the jobs of an added feature's table have taken 5,000 steps in a minute. Their next
    /// step runs after the minute.
    public static func jobFailed(_ table: String) -> OperatorEvent { OperatorEvent(rawValue: "job_failed:\(table)") }

    /// A callback of an added feature threw an error and was left out: `holders`, `may_hold`, `block`, `erasure` or
    /// `export`. Those of the other features were called.
    public static func callbackFailed(_ name: String) -> OperatorEvent {
        OperatorEvent(rawValue: "callback_failed:\(name)")
    }

    /// A request was refused by a limit.
    public static func limitHit(_ name: String) -> OperatorEvent { OperatorEvent(rawValue: "limit_hit:\(name)") }
}
