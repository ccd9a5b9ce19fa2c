import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import TimeAndChance

/// Warms the cache of campuses: on start for the campuses in the store, and before each day for the cached campuses.
struct CampusCacheWarmer: Sendable {
    let context: BackendContext

    /// The number of seconds before the start of a day at which the indexes of that day are built.
    private static let lead: TimeInterval = 1_800

    /// Prepares one campus after the other. The failure of a campus does not affect other campuses.
    ///
    /// - Throws: The first failure, or `CancellationError`.
    func run() async throws {
        var failure: (any Error)?
        for campus in try await campuses() {
            try Task.checkCancellation()
            do { try await prepare(campus) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func prepare(_ campus: String) async throws {
        let now = context.time.date
        let (today, next) = (
            context.day(on: campus, at: now), context.day(on: campus, at: now.addingTimeInterval(Self.lead))
        )
        try await context.directory.prepare(campus, on: context.comparison(of: campus, on: today), in: context.store)
        guard next > today else { return }
        try await context.directory.prepareNext(campus, on: context.comparison(of: campus, on: next), in: context.store)
    }

    /// Returns the cached campuses and, while the cache has room, other campuses of the store.
    private func campuses() async throws -> [String] {
        let (directory, known) = (context.directory, await context.directory.names)
        guard known.count < directory.capacity else { return known }
        let stored = try await context.store.read { try CampusRevision.campuses(directory.capacity, in: $0) }
        return known + stored.filter { !known.contains($0) }
    }
}
