/// An event that an operator counts, such as a sign-in, a refusal or a possible attack. It names no person.
///
/// ```swift
/// configuration.count = { event in
///     counters.add(event.rawValue)
///     if event == .guessing { pager.ring() }
/// }
/// ```
public struct OperatorEvent: RawRepresentable, Hashable, Sendable {
    /// The name of a counter. It consists of lower-case words with underscores. In some names, the name of a limit, a
    /// table or a callback follows after a colon.
    public let rawValue: String

    /// Creates the event with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A code was mailed.
    public static let codeSent = OperatorEvent(rawValue: "code_sent")
    /// A code was requested from a crowded network address for an address without an account, and was not mailed.
    public static let codeWithheld = OperatorEvent(rawValue: "code_withheld")
    /// The mail transport refused a message, or did not accept it within 30 seconds.
    public static let mailRefused = OperatorEvent(rawValue: "mail_refused")
    /// An alarm: no attempt to mail the contact of a check-in was accepted. Its owner is notified.
    public static let alertFailed = OperatorEvent(rawValue: "alert_failed")
    /// A wrong code was entered for a code that was sent.
    public static let codeWrong = OperatorEvent(rawValue: "code_wrong")
    /// A code was entered that has expired, was used or was never sent.
    public static let codeUnknown = OperatorEvent(rawValue: "code_unknown")
    /// An alarm: more wrong codes were entered for one address, or from one network address, than typing errors
    /// explain.
    public static let guessing = OperatorEvent(rawValue: "guessing")
    /// An alarm: a network address requested more codes than a whole campus does.
    public static let originCrowded = OperatorEvent(rawValue: "origin_crowded")
    /// A device is no longer recognised, because too many wrong codes were entered on it.
    public static let deviceForgotten = OperatorEvent(rawValue: "device_forgotten")
    /// A person signed in.
    public static let signedIn = OperatorEvent(rawValue: "signed_in")
    /// An account was created.
    public static let accountMade = OperatorEvent(rawValue: "account_made")
    /// The list of universities assigns the domains of two campuses to one university. Existing accounts keep their
    /// campus, and new accounts join the older campus.
    public static let campusesJoined = OperatorEvent(rawValue: "campuses_joined")
    /// An alarm: a replaced refresh token was used again, and its session was ended.
    public static let sessionReused = OperatorEvent(rawValue: "session_reused")

    /// An alarm: an entry of the moderators' audit trail was changed or removed. Each of these counts it again:
    ///
    /// - A verification, which runs after the start of a server and once a day.
    /// - A new entry in a trail whose end is broken.
    public static let auditTrailBroken = OperatorEvent(rawValue: "audit_trail_broken")

    /// A record of this table cannot be read. The record was left out, or the request that needs it failed. Each
    /// occurrence is counted.
    public static func recordUnreadable(_ table: String) -> OperatorEvent {
        OperatorEvent(rawValue: "record_unreadable:\(table)")
    }

    /// Work on a record of this table failed because of the data of records:
    ///
    /// - In the pairing of a campus, one group is left out.
    /// - A due record is tried again in each run.
    /// - A job is retried after a minute, and the delay doubles with each failure.
    ///
    /// The event is also counted if the jobs of an added feature's table have taken 5,000 steps in a minute. Their next
    /// step runs after the minute.
    public static func workFailed(_ table: String) -> OperatorEvent { OperatorEvent(rawValue: "job_failed:\(table)") }

    /// A callback of an added feature threw an error and was skipped: `holders`, `may_hold`, `block`, `erasure` or
    /// `export`. The callbacks of the other features were called.
    public static func callbackFailed(_ name: String) -> OperatorEvent {
        OperatorEvent(rawValue: "callback_failed:\(name)")
    }

    /// A request was refused by a limit.
    public static func limitHit(_ name: String) -> OperatorEvent { OperatorEvent(rawValue: "limit_hit:\(name)") }
}
