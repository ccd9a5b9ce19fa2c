import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Safety
import Testing
import TimeAndChance

/// Loading all muted people.
@Suite @MainActor struct MutesViewModelTests {
    private static let path = "/api/mutes"

    private func page(_ people: [UserID], next: String?) throws -> HTTPResponse {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        return try .success(Page(people.map { MutedPerson(userID: $0, mutedAt: now) }, nextCursor: next))
    }

    private func mutes(_ stub: StubTransport) throws -> MutesViewModel {
        let log = EventLog(time: VirtualClock(), random: .seeded(2))
        return MutesViewModel(service: MuteService(client: try .scripted(stub)), log: log, pageSize: 1)
    }

    @Test func `all pages are loaded, and a server that repeats a page receives only one further request`() async throws
    {
        let stub = StubTransport([
            .expect(.get, "\(Self.path)?limit=1", response: try page(["a"], next: "1")),
            .expect(.get, "\(Self.path)?cursor=1&limit=1", response: try page(["b"], next: "2")),
            .expect(.get, "\(Self.path)?cursor=2&limit=1", response: try page(["b"], next: "3")),
        ])
        let mutes = try mutes(stub)
        await mutes.load()
        #expect(Set(mutes.muted.known.map(\.userID)) == ["a", "b"])
        #expect(mutes.muted.items.failure == nil)
        try await stub.finish()
    }
}
