import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ListSearchTests {
    @Test func `dealbreakers that exclude every person cost few look-ups on a large campus`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store) { $0.codesPerOrigin = 1_000 }
        let people = try await server.members((0..<230).map { "person\($0)" })
        _ = try await server.set(Dealbreakers(ages: 120...120), by: people[0])
        // From now on, the directory has the campus.
        #expect(try await server.suggestedPeople(to: people[1]).count == 20)
        store.reset()
        #expect(try await server.suggestedPeople(to: people[0]).isEmpty)
        #expect(store.lookUps < 60, "\(store.lookUps) look-ups, on a campus of 230")
        store.reset()
        #expect(try await server.suggestedPeople(to: people[0]).isEmpty)
        #expect(store.reads < 30, "who is looked for in vain is not looked for again: \(store.reads)")
    }

    /// Compares the search, which uses the directory, with a search that reads the whole store.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `a search finds exactly the admitted people in the order of their scores`(seed: UInt64) async throws {
        let (store, clock) = (MemoryStore(), VirtualClock())
        let users = try await CampusSeed(people: 60, seed: seed).populate(store, time: clock)
        let comparison = ComparisonContext(
            timeZone: CampusSeed.timeZone, day: CalendarDay(clock.date, in: CampusSeed.timeZone))
        let directory = CampusDirectory()
        // Half of the seeds read the campus before the changes, and half after them.
        if seed % 2 == 0 { _ = try await directory.campus("orbit.example", on: comparison, in: store) }
        try await store.transaction { try scatter(SplitMix64(seed: seed), among: users.map(\.id), in: $0, clock.date) }
        let campus = try await directory.campus("orbit.example", on: comparison, in: store)
        var (admitted, refused) = (0, 0)
        for user in users {
            let stored = try await store.read { reader in
                (try reader.get(AccountRecord.self, user.id.rawValue), try PreferenceRecord.of(user.id, in: reader))
            }
            guard let viewer = stored.0, !viewer.isSuspended, let profile = ComparedProfile(viewer, on: comparison.day)
            else {
                continue
            }
            let list = try DailyList(of: viewer, stored.1, on: comparison.day, now: clock.date)
            let found = try await ListSearch(
                list: list, viewer: viewer, preferences: stored.1, campus: campus, now: clock.date
            ).candidates(in: store)
            let expected = try await store.read { reader in
                let all = users.map(\.id)
                let admission = try EligibilityFilter(
                    of: all, to: viewer, stored.1, on: campus.comparison, in: reader, now: clock.date)
                let relations = try ContactHistory(between: viewer.id, and: all, in: reader, now: clock.date)
                return campus.index.best(100, for: profile.own) { _ in true }
                    .filter { admission.admits($0.id) && !relations.hasPoked($0.id) }
            }
            #expect(found.map(\.id) == expected.map(\.id))
            #expect(found.map(\.score) == expected.map(\.score))
            admitted += found.count
            refused += users.count - 1 - found.count
        }
        #expect(admitted > 100 && refused > 100)
    }

    @Test func `a search finds at most 300 candidates`() async throws {
        let (store, clock) = (MemoryStore(), VirtualClock())
        let users = try await CampusSeed(people: 320, seed: 7).populate(store, time: clock)
        let comparison = ComparisonContext(
            timeZone: CampusSeed.timeZone, day: CalendarDay(clock.date, in: CampusSeed.timeZone))
        let campus = try await CampusDirectory().campus("orbit.example", on: comparison, in: store)
        let account = try await store.read { try $0.get(AccountRecord.self, users[0].id.rawValue) }
        let (viewer, preferences) = (try #require(account), PreferenceRecord(userID: users[0].id))
        let list = try DailyList(of: viewer, preferences, on: comparison.day, now: clock.date)
        let search = ListSearch(list: list, viewer: viewer, preferences: preferences, campus: campus, now: clock.date)
        #expect(try await search.candidates(in: store).count == 300)
    }

    /// A pending poke expires after 14 days and keeps the two people apart for another 30 days.
    @Test(arguments: [(0.0, true), (0.001, false)])
    func `two people are kept apart through the end of the period after a poke`(
        _ delay: TimeInterval, _ isApart: Bool
    ) async throws {
        let (store, now) = (MemoryStore(), Date(timeIntervalSince1970: 1_800_000_000))
        try await store.transaction { transaction in
            let pending = PokeRecord(
                id: "sent", from: "maya", to: "liam", campus: "orbit.example", note: .hello,
                at: now.addingTimeInterval(-14 * 86_400))
            var declined = PokeRecord(
                id: "declined", from: "ana", to: "maya", campus: "orbit.example", note: .hello, at: pending.createdAt)
            declined.move(to: .declined, at: now)
            for poke in [pending, declined] { try transaction.put(poke) }
        }
        let end = now.addingTimeInterval(30 * 86_400)
        let history = try await store.read {
            try ContactHistory(between: "maya", and: ["liam", "ana"], in: $0, now: end.addingTimeInterval(delay))
        }
        #expect(history.hasPoked("liam") == isApart)
        #expect(history.admits("ana") != isApart)
        #expect(history.until == (isApart ? end : .distantFuture))
    }

    /// For a small number of people, the server looks up each pair. For a large number, it lists the viewer's own
    /// matches and pokes.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the relations of two people are equal whether looked up alone or together`(seed: UInt64) async throws {
        let (store, clock) = (MemoryStore(), VirtualClock())
        let ids = try await CampusSeed(people: 20, seed: seed).populate(store, time: clock).map(\.id)
        try await store.transaction { try scatter(SplitMix64(seed: seed), among: ids, in: $0, clock.date) }
        var found = 0
        for viewer in ids {
            let others = ids.filter { $0 != viewer }
            let (all, each) = try await store.read { reader in
                (
                    try ContactHistory(between: viewer, and: others, in: reader, now: clock.date),
                    try others.map { try ContactHistory(between: viewer, and: [$0], in: reader, now: clock.date) }
                )
            }
            for (id, alone) in zip(others, each) {
                #expect(all.admits(id) == alone.admits(id) && all.hasPoked(id) == alone.hasPoked(id))
                found += all.admits(id) && !all.hasPoked(id) ? 0 : 1
            }
            #expect(all.until == each.map(\.until).min())
        }
        #expect(found > 50)
    }

    /// Stores dealbreakers, pokes in all states, matches and blocks. Suspends some people and deletes some accounts.
    private func scatter(
        _ random: consuming SplitMix64, among ids: [UserID], in transaction: any StoreTransaction, _ now: Date
    ) throws {
        for (place, id) in ids.enumerated() {
            guard var account = try transaction.get(AccountRecord.self, id.rawValue) else { continue }
            switch place % 10 {
            case 3:
                account.suspensions = [Suspension(decisionID: "decision", until: nil)]
                try account.save(in: transaction)
            case 7:
                try transaction.delete(AccountRecord.self, account.key)
                try CampusRevision.noteDeparture(from: account.campus, in: transaction)
            default:
                var preferences = PreferenceRecord(userID: id)
                if Bool.random(using: &random) {
                    let youngest = Int.random(in: 18...21, using: &random)
                    preferences.set(Dealbreakers(ages: youngest...youngest + Int.random(in: 1...6, using: &random)))
                }
                if Int.random(in: 0..<4, using: &random) == 0, let other = ids.randomElement(using: &random) {
                    _ = preferences.showLess(like: other, hasPoked: false)
                }
                try transaction.put(preferences)
                try account.save(in: transaction)
            }
        }
        for number in 0..<200 {
            guard let one = ids.randomElement(using: &random), let other = ids.randomElement(using: &random),
                one != other
            else { continue }
            switch number % 8 {
            case 0:
                try transaction.put(
                    BlockRecord(blocker: one, blocked: other, campus: "orbit.example", name: nil, blockedAt: now))
            case 1:
                let pair = UserPair(one, other)
                try transaction.put(
                    MatchRecord(
                        id: MatchID("match\(number)"), first: pair.first, second: pair.second, campus: "orbit.example",
                        createdAt: now, date: CalendarDay(now, in: .gmt), origin: .chance,
                        endedAt: number % 16 == 1 ? now : nil))
            default:
                var poke = PokeRecord(
                    id: PokeID("poke\(number)"), from: one, to: other, campus: "orbit.example", note: .hello, at: now)
                let states: [PokeState] = [.pending, .declined, .ignored, .accepted, .withdrawn]
                poke.move(to: states[number % 5], at: now)
                try transaction.put(poke)
            }
        }
    }

    @Test func `a search finds the best people behind many who are excluded`() async throws {
        let server = TestServer { $0.codesPerOrigin = 1_000 }
        let people = try await server.members((0..<130).map { "person\($0)" })
        for person in people.dropFirst(120) {
            _ = try await server.set(Dealbreakers(ages: 18...99), by: person)
        }
        for person in people[1..<120] { _ = try await server.set(Dealbreakers(ages: 120...120), by: person) }
        #expect(try await server.suggestedPeople(to: people[0]) == Set(people.dropFirst(120).map(\.id)))
    }
}
