import DurableFiles
import OrbitModels
import TimeAndChance

/// Stores the session in memory until the process ends. Copies of the store share the session.
public struct MemoryTokenStore: TokenStore {
    private let slot = Slot()
    private let lock = AsyncMutex()

    /// Creates an empty store.
    public init() {}

    /// The memory of the process.
    public var status: TokenStoreStatus { TokenStoreStatus(protection: .processMemory) }

    /// Reads the session.
    public func load() async -> StoredSession { slot.load() }

    /// Runs `body` while other tasks are excluded.
    public func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        try await lock.withLock { try await body(slot) }
    }

    private final class Slot: ExclusiveTokens {
        private let session = LockedState<AuthSession?>(nil)

        func load() -> StoredSession { session.withLock { $0 }.map(StoredSession.session) ?? .absent }

        func save(_ session: AuthSession) { self.session.withLock { $0 = session } }

        func remove() { session.withLock { $0 = nil } }
    }
}
