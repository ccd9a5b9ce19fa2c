import DurableFiles
import OrbitModels
import TimeAndChance

/// Keeps the session until the process ends. Copies share it.
public struct MemoryTokenStore: TokenStore {
    private let slot = Slot()
    private let turns = FairLock()

    public init() {}

    public var status: TokenStoreStatus { TokenStoreStatus(grade: .processMemory) }

    public func load() async -> StoredSession { slot.load() }

    public func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        try await turns.withTurn { try await body(slot) }
    }

    private final class Slot: ExclusiveTokens {
        private let session = Locked<AuthSession?>(nil)

        func load() -> StoredSession { session.withLock { $0 }.map(StoredSession.session) ?? .absent }

        func save(_ session: AuthSession) { self.session.withLock { $0 = session } }

        func remove() { session.withLock { $0 = nil } }
    }
}
