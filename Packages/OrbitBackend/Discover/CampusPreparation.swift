import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import TimeAndChance

/// Has the directory know campuses before anybody asks: when a process begins to work, those of its store, and each day
/// those that it knows.
struct CampusPreparation: Sendable {
    let context: BackendContext

    /// How long before a day begins its indexes are made.
    private static let lead: TimeInterval = 1_800

    /// One campus after the other. Of one that fails the others do not suffer.
    ///
    /// - Throws: the first failure, and `CancellationError`.
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
        try await context.directory.prepare(campus, on: context.scale(of: campus, on: today), in: context.store)
        guard next > today else { return }
        try await context.directory.prepareNext(campus, on: context.scale(of: campus, on: next), in: context.store)
    }

    /// Those that are known, and while there is room, others of the store.
    private func campuses() async throws -> [String] {
        let (directory, known) = (context.directory, await context.directory.names)
        guard known.count < directory.capacity else { return known }
        let stored = try await context.store.read { try CampusLog.campuses(directory.capacity, in: $0) }
        return known + stored.filter { !known.contains($0) }
    }
}
