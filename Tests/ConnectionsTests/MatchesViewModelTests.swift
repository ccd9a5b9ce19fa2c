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
        try .success(MatchesPage(matches: LossyList(matches), nextCursor: next))
    }

    @Test func `matches come a page at a time, and one that ends goes`() async throws {
        let (a, b) = (try Given.match("a"), try Given.match("b", with: "ana"))
        let stub = StubTransport([
            .expect(.get, "/api/matches?limit=1", answer: try page([a], next: "n")),
            .expect(.get, "/api/matches?cursor=n&limit=1", answer: try page([b])),
            .expect(.post, "/api/matches/a/disconnect", answer: try .success(MatchData(match: a))),
            .expect(.post, "/api/matches/b/disconnect", error: .connectionLost),
        ])
        let model = MatchesViewModel(service: try Given.matchService(stub), pageSize: 1)
        await model.matches.load()
        await model.matches.loadMore()
        #expect(model.matches.items == .loaded([a, b]))
        await model.disconnect(a)
        #expect(model.matches.items == .loaded([b]))
        await model.disconnect(b)
        #expect(model.matches.items == .loaded([b]))
        #expect(model.failure?.canRetry == true)
        #expect(model.busy.isEmpty)
        try await stub.finish()
    }

    @Test func `blocking and unblocking name the person in the address`() async throws {
        let done: HTTPResponse = try .success(MessageData(message: "Done."))
        let stub = StubTransport([
            .expect(.post, "/api/blocks/liam", answer: done), .expect(.delete, "/api/blocks/liam", answer: done),
            .expect(.post, "/api/blocks/a%2Fb", answer: done),
        ])
        let service = BlockService(client: try Given.client(stub), random: .seeded(1))
        try await service.block("liam")
        try await service.unblock("liam")
        try await service.block("a/b")
        try await stub.finish()
        #expect(await stub.requests[0].headers[.idempotencyKey] != nil)
    }
}
