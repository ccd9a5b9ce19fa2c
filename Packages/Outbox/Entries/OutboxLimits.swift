/// The maximum size of an outbox. An entry beyond a limit is refused, and no entry is dropped.
public struct OutboxLimits: Hashable, Sendable {
    /// The maximum number of entries.
    public var maxEntries: Int
    /// The maximum number of bytes of all payloads together.
    public var maxBytes: Int
    /// The maximum number of bytes of a payload.
    public var maxPayloadBytes: Int
    /// The maximum number of lanes that send at the same time.
    public var maxLanesInFlight: Int
    /// The size in bytes that the file may reach before acknowledged entries are removed from it.
    var compactionThreshold = 256 << 10

    /// Creates limits. Numbers below one count as one.
    public init(
        maxEntries: Int = 20_000, maxBytes: Int = 16 << 20, maxPayloadBytes: Int = 64 << 10, maxLanesInFlight: Int = 4
    ) {
        self.maxEntries = min(max(1, maxEntries), 1_000_000)
        self.maxBytes = min(max(1, maxBytes), 128 << 20)
        self.maxPayloadBytes = max(1, maxPayloadBytes)
        self.maxLanesInFlight = max(1, maxLanesInFlight)
    }

    /// The maximum number of bytes of an id, a kind or a lane.
    static let maxTextBytes = 256
    /// The maximum number of bytes of an id.
    static let maxIDBytes = 128
    /// The maximum number of dependencies of an entry.
    static let maxDependencies = 16

    /// The maximum size of the file: several times the entries, because acknowledged entries are removed in batches.
    var maxFileBytes: Int { 4 * (maxBytes + maxEntries * 512 + compactionThreshold) }
}
