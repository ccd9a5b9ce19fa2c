import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct VisiblePeopleTests {
    @Test func `a lookup of many people equals single lookups and leaves out blocked people`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "liam", "noah")
        try await server.matched(people[0], people[1])
        #expect(try await server.send(.post, "/blocks/\(people[2].id)", token: people[0].token).status == 200)
        let ids = people.map(\.id)
        let now = server.clock.date
        let context = server.backend.context
        let (each, together) = try await server.store.read { reader in
            let account = try #require(try reader.get(AccountRecord.self, ids[0].rawValue))
            let visibility = Visibility(of: account, in: reader)
            let day = context.day(on: account.campus, at: now)
            return (try ids.map { try visibility.person($0, on: day) }, try visibility.people(ids, on: day))
        }
        #expect(each.compactMap { $0?.id } == [ids[1]])
        #expect(together.count == 1)
        #expect(together[ids[1]] == each[1])
    }
}
