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

    @Test func `whoever rests is told of at the end of the list`() async throws {
        let resting = Resting(people: 3, days: 2)
        let model = try model(
            StubTransport([.expect(.get, "/api/discover/users?limit=2", answer: try page([], resting: resting))]))
        await model.load()
        #expect(model.people == .empty)
        #expect(model.resting == resting)
    }

    @Test func `a list that was chosen anew is begun anew`() async throws {
        let outdated = Problem(
            code: .invalidInput, message: "Load the list again from the beginning.",
            fields: [FieldFailure(path: "cursor", code: FailureCode(rawValue: "malformed"))])
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try page(["a", "b"], next: "c1")),
            .expect(.get, "/api/discover/users?cursor=c1&limit=2", answer: try .problem(422, outdated)),
            .expect(.get, "/api/discover/users?limit=2", answer: try page(["c", "a"], next: "c2")),
        ])
        let model = try model(stub)
        await model.load()
        await model.loadMore()
        #expect(model.people.value?.map(\.id) == ["c", "a"])
        #expect(model.hasMore)
        try await stub.finish()
    }

    @Test func `less like this takes someone away at once, and undo brings them back in place`() async throws {
        let done = try HTTPResponse.success(MessageData(message: "Done."))
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/a", answer: done),
            .expect(.delete, "/api/discover/less-like/a", answer: done),
        ])
        let model = try model(stub)
        await model.load()
        await model.showLess(like: "a")
        #expect(model.people.value?.map(\.id) == ["b"])
        #expect(model.hidden?.id == "a")
        await model.undoShowLess()
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.hidden == nil)
        #expect(model.failure == nil)
        try await stub.finish()
    }

    @Test func `less like this that the server did not hear is undone and told`() async throws {
        let model = try model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: try page(["a", "b"])),
                .expect(.put, "/api/discover/less-like/b", error: .cannotConnect),
            ]))
        await model.load()
        await model.showLess(like: "b")
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.hidden == nil)
        #expect(model.failure?.canRetry == true)
        await model.showLess(like: "nobody")
        #expect(model.hidden == nil)
    }

    @Test func `whom one was shown is told once, and what was not heard goes along the next time`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/discover/seen", error: .cannotConnect),
            .expect(.post, "/api/discover/seen") { request throws(TransportError) in
                // A body that is not what it should be fails the test through the answer.
                let seen = try? OrbitJSON.decoder.decode(SeenRequest.self, from: request.body)
                return seen?.userIDs == ["a", "b", "c"] ? Self.noted : HTTPResponse(status: 400)
            },
            .expect(.post, "/api/discover/seen", answer: Self.noted),
        ])
        let model = try model(stub)
        await model.noteSeen(["b", "a"])
        await model.noteSeen(["c"])
        await model.noteSeen(["a", "b"])
        await model.noteSeen(["d", "a"])
        #expect(model.failure == nil)
        try await stub.finish()
    }

    nonisolated private static let noted = HTTPResponse(
        status: 200, body: Data(#"{"success":true,"data":{"message":"Noted."}}"#.utf8))

    private func page(_ ids: [UserID], next: String? = nil, resting: Resting? = nil) throws -> HTTPResponse {
        let people = ids.map {
            Suggestion(person: Person(id: $0, profile: Profile(name: "Person \($0)")), compatibility: nil)
        }
        return try .success(DiscoverPage(people: LossyList(people), nextCursor: next, resting: resting))
    }

    private func model(_ stub: StubTransport) throws -> DiscoverViewModel {
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub,
            retry: RetryPolicy(maxAttempts: 1), time: VirtualClock(), random: .seeded(1))
        return DiscoverViewModel(service: DiscoverService(client: client, random: .seeded(2)), pageSize: 2)
    }
}
