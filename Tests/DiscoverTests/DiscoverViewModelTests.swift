import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct DiscoverViewModelTests {
    @Test func `people come a page at a time, and nobody twice`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try page(["a", "b"], next: "c1")),
            .expect(.get, "/api/discover/users?cursor=c1&limit=2", answer: try page(["b", "c"])),
        ])
        let model = try model(stub)
        await model.load()
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.hasMore)
        await model.loadMore()
        #expect(model.people.value?.map(\.id) == ["a", "b", "c"])
        #expect(!model.hasMore)
        await model.loadMore()
        try await stub.finish()
    }

    @Test func `nobody new is an answer of its own`() async throws {
        let model = try model(StubTransport([.expect(.get, "/api/discover/users?limit=2", answer: try page([]))]))
        await model.load()
        #expect(model.people == .empty)
    }

    @Test func `one broken profile does not cost the others`() async throws {
        let body = #"{"success":true,"data":{"profiles":[{"id":"a","name":"Ana"},{"id":"b"},{"id":"c","name":"Cem"}]}}"#
        let model = try model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: HTTPResponse(status: 200, body: Data(body.utf8)))
            ]))
        await model.load()
        #expect(model.people.value?.map(\.id) == ["a", "c"])
        #expect(model.unreadableCount == 1)
    }

    @Test func `a refresh that fails keeps the people and says so`() async throws {
        let model = try model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: try page(["a"])),
                .expect(.get, "/api/discover/users?limit=2", error: .cannotConnect),
            ]))
        await model.load()
        await model.load()
        #expect(model.people.value?.map(\.id) == ["a"])
        #expect(model.people.failure?.canRetry == true)
    }

    @Test func `a slow old answer never overwrites a fast new one`() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        let (old, new) = (try page(["old"]), try page(["new"]))
        let model = try model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2") { _ throws(TransportError) in
                    arrived.yield()
                    for await _ in releases { break }
                    return old
                },
                .expect(.get, "/api/discover/users?limit=2", answer: new),
            ]))
        let slow = Task { await model.load() }
        for await _ in arrivals { break }
        await model.load()
        release.yield()
        await slow.value
        #expect(model.people.value?.map(\.id) == ["new"])
    }

    private func page(_ ids: [UserID], next: String? = nil) throws -> HTTPResponse {
        let people = ids.map { Person(id: $0, profile: Profile(name: "Person \($0)")) }
        return try .success(DiscoverPage(people: LossyList(people), nextCursor: next))
    }

    private func model(_ stub: StubTransport) throws -> DiscoverViewModel {
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub,
            retry: RetryPolicy(maxAttempts: 1), time: VirtualClock(), random: .seeded(1))
        return DiscoverViewModel(service: DiscoverService(client: client), pageSize: 2)
    }
}
