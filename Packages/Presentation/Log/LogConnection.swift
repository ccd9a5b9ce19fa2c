public import Foundation

/// Whether a log is live.
public enum LogConnection: Hashable, Sendable {
    /// The log is not followed.
    case off
    /// A connection is being opened, or will be after a pause.
    case connecting
    /// Events come in by themselves.
    case live
    /// The connection was lost; the next attempt is at this time.
    case waiting(until: Date)
    /// The server keeps no log, or no way to it works here: lists change by actions on this device and when they are
    /// loaded.
    case unavailable
}
