import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct MatchesViewModelTests {
    private typealias Given = ConnectionsUnderTest

    private func page(_ matches: [Match], next: String? = nil) throws -> HTTPResponse {
        try .success(Page(matches, nextCursor: next))
    }

    @Test func `matches load by page, an ended match leaves, and a failed end keeps the match`() async throws {
        let (a, b) = (try Given.match("a", made: 1), try Given.match("b", with: "ana"))
        let stub = StubTransport([
            .expect(.get, "/api/matches?limit=1", response: try page([a], next: "n")),
            .expect(.get, "/api/matches?cursor=n&limit=1", response: try page([b])),
            .expect(.post, "/api/matches/a/disconnect", response: try .success(Keyed(a))),
            .expect(.post, "/api/matches/b/disconnect", error: .connectionLost),
        ])
        let model = MatchesViewModel(
            service: try Given.matchService(stub), log: EventLog(time: VirtualClock(), random: .seeded(2)), pageSize: 1
        )
        await model.matches.load()
        await model.matches.loadMore()
        #expect(model.matches.items == .loaded([a, b]))
        await model.disconnect(a)
        #expect(model.matches.items == .loaded([b]))
        await model.disconnect(b)
        #expect(model.matches.items == .loaded([b]))
        #expect(model.failure?.canRetry == true)
        #expect(model.inFlight.isEmpty)
        try await stub.finish()
    }

    @Test func `blocking and unblocking name the person in the address`() async throws {
        let done: HTTPResponse = try .success(MessageData(message: "Done."))
        let stub = StubTransport([
            .expect(.post, "/api/blocks/liam", response: done), .expect(.delete, "/api/blocks/liam", response: done),
            .expect(.post, "/api/blocks/a%2Fb", response: done),
        ])
        let service = BlockService(client: try .scripted(stub))
        try await service.block("liam", key: IdempotencyKey(rawValue: "1"))
        try await service.unblock("liam", key: IdempotencyKey(rawValue: "2"))
        try await service.block("a/b", key: IdempotencyKey(rawValue: "3"))
        try await stub.finish()
        #expect(await stub.requests[0].headers[.idempotencyKey] == "1")
    }
}
