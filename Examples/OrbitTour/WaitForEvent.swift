import NetworkingTesting
import OrbitApp
import TimeAndChance

extension Journey {
    /// The longest wait for an event of a server.
    private static let patience = Duration.seconds(60)

    /// Waits until an event of the log has made a condition true. The virtual clock of the campus in this process needs
    /// no limit.
    ///
    /// - Throws: ``ExampleError`` if a server sends no such event in time.
    func waitForEvent(_ isTrue: @escaping @MainActor () -> Bool) async throws {
        guard campus == nil else { return await waitUntil { isTrue() } }
        let wait = Task { await waitUntil { isTrue() } }
        let deadline = Task { [time = environment.time] in
            try await time.sleep(for: Self.patience)
            wait.cancel()
        }
        await wait.value
        deadline.cancel()
        guard isTrue() else {
            throw ExampleError("The server has sent no event for this step within \(Self.patience).")
        }
    }
}
