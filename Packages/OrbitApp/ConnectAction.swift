public import OrbitModels

/// What the button under a profile does, or why it does nothing.
public enum ConnectAction: Hashable, Sendable {
    /// They can be poked.
    case available
    /// A request is in flight.
    case sending
    /// Poked, and no reply yet.
    case waiting
    /// They have asked: the button says yes.
    case answering
    /// The two are matched.
    case connected
    /// Words that say why, such as when the user may poke again.
    case unavailable(String)

    /// Whether the button does something.
    public var isEnabled: Bool { self == .available || self == .answering }
}

extension ConnectAction: Worded {
    /// What stands on the button.
    public static let vocabulary = Vocabulary(
        "connect_action",
        [
            "available": "Poke", "sending": "Sending…", "waiting": "Waiting for an answer", "answering": "Accept",
            "connected": "Connected", "unavailable": "Not now",
        ])

    /// The code of the value in its vocabulary.
    public var wordCode: String {
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
