public import OrbitModels

/// A value from the server, and the position in the caller's log that it includes.
public struct Snapshot<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// `nil` from a server that keeps no log.
    public let at: LogPosition?

    /// Creates a snapshot; `at` is `nil` if the server keeps no log.
    public init(_ value: Value, at: LogPosition?) {
        self.value = value
        self.at = at
    }

    /// What a response holds.
    public init(_ response: Response<Value>) {
        self.init(response.value, at: response.receipt?.at)
    }
}
