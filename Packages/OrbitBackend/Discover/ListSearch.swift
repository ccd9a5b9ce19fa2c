import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// A search for the best candidates who may be suggested to a viewer.
///
/// Dealbreakers are checked without the store (``CachedPerson``), so a search of a whole campus does not hold up other
/// requests. Matches, pokes and blocks are read only for the best candidates, some hundreds at a time.
struct ListSearch: Sendable {
    /// The list to extend.
    let list: DailyList
    let viewer: AccountRecord
    let preferences: PreferenceRecord
    let campus: CampusSnapshot
    let now: Date

    /// The number of candidates that a list is chosen from.
    private static let choice = 300
    /// The number of candidates that are examined first, and the maximum number of one read. A tenth more than
    /// ``choice`` is usually enough, because few of the best candidates are matches or were poked.
    private static let chunk = choice + choice / 10

    /// Returns at most 300 candidates, the best first. Runs off the caller's actor.
    @concurrent func candidates(in store: any BackendStore) async throws -> [DiversityReranker.Candidate] {
        guard let mine = ComparedProfile(viewer, on: list.day) else { return [] }
        let check = DealbreakerCheck(of: mine, preferences, on: campus.comparison)
        let (history, hidden) = try await store.read { reader in
            (
                try SeenRecord.history(of: viewer.id, in: reader),
                try EligibilityFilter.hidden(from: viewer, preferences, on: campus.comparison, in: reader)
            )
        }
        let known = hidden.union(list.people).union([viewer.id])
        var found: [DiversityReranker.Candidate] = []
        var (wanted, examined) = (Self.chunk, 0)
        while true {
            let ranked = campus.index.best(wanted, for: mine.own) { id in
                !known.contains(id) && !history.isCoolingDown(id, on: list.day)
                    && campus.person(id).map { check.admits($0.traits, requiring: $0.requirements) } ?? false
            }
            while examined < ranked.count {
                let chunk = ranked[examined..<min(ranked.count, examined + Self.chunk)]
                let strangers = try await store.read { try unrelated(among: chunk.map(\.id), in: $0) }
                for (id, score) in chunk where strangers.contains(id) {
                    guard let person = campus.person(id) else { continue }
                    found.append(DiversityReranker.Candidate(id: id, score: score, features: person.features))
                    if found.count == Self.choice { return found }
                }
                examined += chunk.count
            }
            // A result with fewer candidates than requested is complete.
            if ranked.count < wanted { return found }
            wanted *= 4
        }
    }

    /// Returns the people who have no match, poke or block with the viewer that excludes them.
    private func unrelated(among ids: [UserID], in reader: any StoreReader) throws -> Set<UserID> {
        let blocked = try BlockRecord.blockedPeople(of: viewer.id, among: ids, in: reader)
        let near = ids.filter { !blocked.contains($0) }
        let contacts = try ContactHistory(between: viewer.id, and: near.sorted(), in: reader, now: now)
        return Set(near.filter { contacts.admits($0) && !contacts.hasPoked($0) })
    }
}
