public import OrbitModels

/// The action of the button under a profile, or the reason why it has no action.
public enum ConnectAction: Hashable, Sendable {
    /// The person can be poked.
    case available
    /// A request is in flight.
    case sending
    /// The user has poked the person, who has not replied yet.
    case waiting
    /// The person has poked the user: the button accepts the poke.
    case answering
    /// The two are matched.
    case connected
    /// The button is disabled. The text has the reason, such as the time at which the user may poke again.
    case unavailable(String)

    /// Whether the button has an action.
    public var isEnabled: Bool { self == .available || self == .answering }
}

extension ConnectAction: LocalizedTextConvertible {
    /// The titles of the button.
    public static let vocabulary = Vocabulary(
        "connect_action",
        [
            "available": "Poke", "sending": "Sending…", "waiting": "Waiting for an answer", "answering": "Accept",
            "connected": "Matched", "unavailable": "Not now",
        ])

    /// The code of the value in its vocabulary.
    public var localizationCode: String {
        switch self {
        case .available: "available"
        case .sending: "sending"
        case .waiting: "waiting"
        case .answering: "answering"
        case .connected: "connected"
        case .unavailable: "unavailable"
        }
    }
}
