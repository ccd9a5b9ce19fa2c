import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct DealbreakersViewModelTests {
    private let near = Dealbreakers(farthest: .nearby)

    @Test func `what the server has is loaded, changed and saved`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/dealbreakers", answer: try answer(.none)),
            .expect(.put, "/api/discover/dealbreakers", answer: try answer(near)),
        ])
        let model = try model(stub)
        await model.load()
        #expect(model.saved == .loaded(.none))
        #expect(!model.hasChanges)
        model.draft.farthest = .nearby
        #expect(model.hasChanges)
        await model.save()
        #expect(model.saved == .loaded(near))
        #expect(!model.hasChanges)
        try await stub.finish()
    }

    @Test func `what is being changed survives a refresh and a failure`() async throws {
        let model = try model(
            StubTransport([
                .expect(.get, "/api/discover/dealbreakers", answer: try answer(.none)),
                .expect(.get, "/api/discover/dealbreakers", answer: try answer(Dealbreakers(sharedHours: 2))),
                .expect(.put, "/api/discover/dealbreakers", error: .cannotConnect),
            ]))
        await model.load()
        model.draft = near
        await model.load()
        #expect(model.draft == near)
        await model.save()
        #expect(model.draft == near)
        #expect(model.failure?.canRetry == true)
        #expect(model.saved == .loaded(Dealbreakers(sharedHours: 2)))
        #expect(!model.isSaving)
    }

    private func answer(_ dealbreakers: Dealbreakers) throws -> HTTPResponse {
        try .success(DealbreakersData(dealbreakers: dealbreakers), entityTag: EntityTag(rawValue: "\"1\""))
    }

    private func model(_ stub: StubTransport) throws -> DealbreakersViewModel {
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub,
            retry: RetryPolicy(maxAttempts: 1), time: VirtualClock(), random: .seeded(1))
        return DealbreakersViewModel(service: DiscoverService(client: client, random: .seeded(2)))
    }
}
