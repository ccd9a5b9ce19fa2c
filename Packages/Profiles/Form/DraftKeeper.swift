import OrbitModels

/// Writes the draft of one person, one change after the other, until that person has left.
@MainActor final class DraftKeeper {
    private let store: ProfileDraftStore?
    private var lastWrite: Task<Void, any Error>?
    private var hasEnded = false

    /// - Parameter store: `nil` keeps nothing.
    init(store: ProfileDraftStore?) {
        self.store = store
    }

    func draft(of user: UserID) async -> ProfileDraft? {
        hasEnded ? nil : await store?.draft(of: user)
    }

    func keep(_ draft: ProfileDraft) async throws {
        guard !hasEnded else { return }
        try await write { try await $0.save(draft) }
    }

    func remove() async throws {
        try await write { try await $0.remove() }
    }

    /// Removes the draft, and keeps none from now on.
    func end() async throws {
        hasEnded = true
        try await remove()
    }

    /// It goes on if the caller is cancelled: what is written next must come after it.
    private func write(_ change: @escaping @Sendable (ProfileDraftStore) async throws -> Void) async throws {
        guard let store else { return }
        let before = lastWrite
        let write = Task {
            _ = await before?.result
            try await change(store)
        }
        lastWrite = write
        try await write.value
    }
}
