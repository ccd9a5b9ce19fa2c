import Connections
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Work that runs in batches and is resumed after an interruption.
@Suite struct EventBatchTests {
    @Test func `an interrupted pairing of a campus is resumed by another server, with each pair once`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store)
        let people = try await CampusSeed(people: 500, seed: 1).populate(store, time: server.clock)
        let campus = CampusSeed.university.domains[0]
        let days = PairingDayRecord.asked(of: campus, at: server.clock.date, server.backend.context)
        let day = days[0].day
        try await store.transaction { transaction in for day in days { try transaction.put(day) } }
        func met() async throws -> [UserID: Int] {
            try await store.read { reader in
                try people.reduce(into: [:]) { all, person in
                    let record = try PairingRecord.of(person.id, campus: campus, in: reader)
                    if record.day == day { all[person.id] = record.partners.count }
                }
            }
        }
        // Six transactions succeed: two for the lease, three for the plan, and one for the first groups of the plan.
        store.fail(after: 6)
        await #expect(throws: StoreError.unavailable) { try await server.backend.runScheduledWork() }
        store.fail(after: .max)
        #expect(try await met().count == 2 * DailyPairing.groups)
        // Another server waits until the lease of the first server has expired.
        let another = OrbitBackend(store: store, time: server.clock, configuration: .demonstration())
        try await another.runScheduledWork()
        #expect(try await met().count == 2 * DailyPairing.groups)
        server.clock.advance(by: .seconds(61))
        for _ in 0..<2 { try await another.runScheduledWork() }
        let partners = try await met()
        #expect(partners.count == 500)
        #expect(partners.values.allSatisfy { (1...2).contains($0) })
        try await store.read { reader in
            for person in people {
                let head = try #require(try LogHead.of(person.id, in: reader))
                let kinds = try LogEntry.list(person.id, 1...head.seq, in: reader).map(\.kind)
                #expect(kinds.filter { $0 == .todayMatched }.count == partners[person.id])
                #expect(kinds.filter { $0 == .matchMade }.count == partners[person.id])
            }
            let key = PairingDayRecord.key(campus, day)
            let record = try #require(try reader.get(PairingDayRecord.self, key))
            for part in 0..<3 {
                #expect(try reader.get(PairingPartRecord.self, PairingPartRecord.key(record.plan, part)) == nil)
            }
            #expect(record.isDone && record.planned == 250)
            #expect(try reader.count(JobLease.self, IndexQuery(IndexEntry.expiryIndex)) == 0)
        }
    }

    @Test(arguments: [2, 3])
    func `a changed profile reaches many people in batches, once each, even after an interruption`(_ parts: Int)
        async throws
    {
        let store = CountingStore()
        let server = TestServer(store: store)
        let people = try await server.members("maya", "liam")
        let strangers = try await befriend(people[0], 450, on: server)
        var profile = Profile.valid("Maya")
        profile.bio = "New here"
        let version = try await server.me(people[0].token).headers[.etag]
        // The transaction of the profile, and then some of the batches.
        store.fail(after: parts)
        #expect(try await server.put(profile, token: people[0].token, ifMatch: version).status == 200)
        store.fail(after: .max)
        #expect(try await told(strangers, in: store) == (parts - 1) * 200)
        // Any later request resumes the batches.
        _ = try await server.poke(people[0].id, by: people[1])
        #expect(try await told(strangers, in: store) == 450)
        #expect(
            try await store.read { try $0.count(ProfileFanOutJob.self, ProfileFanOutJob.due(at: .distantFuture)) } == 0)
        let bios = try await store.read { reader in
            try strangers.map { id in
                let entry = try #require(try LogEntry.list(id, 1...9, in: reader).first)
                return try OrbitJSON.decoder.decode(ChangedPerson.self, from: #require(entry.data))
            }
        }
        #expect(Set(bios.map(\.person.profile.bio)) == ["New here"])
        #expect(Set(bios.map(\.version)) == [3])
    }

    @Test func `a person who is hidden before their batch does not receive the changed profile`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "liam", "ana")
        for other in people.dropFirst() { try await server.matched(people[0], other) }
        let version = try await server.me(people[0].token).headers[.etag]
        let appended = try await server.appended(to: people) {
            try await server.deferringWork {
                _ = try await server.put(.valid("Mia"), token: people[0].token, ifMatch: version)
                _ = try await server.block(people[0].id, by: people[1])
            }
            try await server.backend.runScheduledWork()
        }
        #expect(
            appended == [[.profileChanged, .personHidden], [.personHidden, .blockAdded], [.personChanged]])
    }

    /// Gives a person `count` matches.
    private func befriend(_ member: Member, _ count: Int, on server: TestServer) async throws -> [UserID] {
        let day = try #require(CalendarDay("2027-01-15"))
        return try await server.store.transaction { transaction in
            let own = try #require(try transaction.get(AccountRecord.self, member.id.rawValue))
            return try (0..<count).map { number in
                let id = UserID("friend-\(1_000 + number)")
                var json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(own)) as? [String: Any]
                json?["id"] = id.rawValue
                json?["emailKey"] = "friend-\(number)@stanford.edu"
                let data = try JSONSerialization.data(withJSONObject: try #require(json))
                try JSONDecoder().decode(AccountRecord.self, from: data).save(in: transaction)
                let pair = UserPair(own.id, id)
                try transaction.put(
                    MatchRecord(
                        id: MatchID("match-\(number)"), first: pair.first, second: pair.second, campus: own.campus,
                        createdAt: server.clock.date, date: day, origin: .poke))
                return id
            }
        }
    }

    /// The number of people who have received the change, each exactly once.
    private func told(_ people: [UserID], in store: any BackendStore) async throws -> Int {
        try await store.read { reader in
            try people.count { id in
                guard let head = try LogHead.of(id, in: reader) else { return false }
                #expect(head.seq == 1)
                return true
            }
        }
    }
}
