public import Foundation

/// The state of a log's connection.
public enum LogConnection: Hashable, Sendable {
    /// The log is not followed.
    case off
    /// A connection is being opened.
    case connecting
    /// Events arrive automatically.
    case live
    /// The connection was lost. The next attempt is at this time.
    case waiting(until: Date)
    /// The server has no log, or supports no transport of the client. Lists change only after actions on this device
    /// and after loads.
    case unavailable
}
