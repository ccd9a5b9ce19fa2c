import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct DealbreakersViewModelTests {
    private let path = "/api/discover/dealbreakers"
    private let near = Dealbreakers(farthest: .same)

    @Test func `saved dealbreakers and their version are equal after encoding and decoding`() throws {
        let saved = SavedDealbreakers(dealbreakers: near, version: EntityTag(rawValue: "\"7\""))
        let data = try OrbitJSON.encoder.encode(saved)
        #expect(try OrbitJSON.decoder.decode(SavedDealbreakers.self, from: data) == saved)
    }

    @Test func `dealbreakers are loaded, changed and saved`() async throws {
        let stub = StubTransport([
            .expect(.get, path, response: try answer(.none)),
            .expect(.put, path, response: try answer(near)),
        ])
        let model = try model(stub)
        await model.load()
        #expect(model.saved == .loaded(.none))
        #expect(!model.hasChanges)
        model.draft.farthest = .same
        #expect(model.hasChanges)
        await model.save()
        #expect(model.saved == .loaded(near))
        #expect(!model.hasChanges)
        try await stub.finish()
    }

    @Test func `a draft survives a refresh and a failed save`() async throws {
        let model = try model(
            StubTransport([
                .expect(.get, path, response: try answer(.none)),
                .expect(.get, path, response: try answer(Dealbreakers(freeTime: .some))),
                .expect(.put, path, error: .cannotConnect),
            ]))
        await model.load()
        model.draft = near
        await model.load()
        #expect(model.draft == Dealbreakers(farthest: .same, freeTime: .some))
        await model.save()
        #expect(model.draft == Dealbreakers(farthest: .same, freeTime: .some))
        #expect(model.failure?.canRetry == true)
        #expect(model.saved == .loaded(Dealbreakers(freeTime: .some)))
        #expect(!model.isSaving)
    }

    @Test func `a change during the first load is kept, and the remaining members are loaded`() async throws {
        let held = PausedResponse()
        let stored = Dealbreakers(ages: 20...25, freeTime: .some, goals: [.studyBuddies])
        let model = try model(StubTransport([held.exchange(.get, path, response: try answer(stored))]))
        let load = Task { await model.load() }
        await held.waitForRequest()
        model.draft.freeTime = .plenty
        held.release()
        await load.value
        #expect(model.draft == Dealbreakers(ages: 20...25, freeTime: .plenty, goals: [.studyBuddies]))
        #expect(model.hasChanges)
    }

    @Test func `saving before anything was loaded wipes nothing`() async throws {
        let stored = Dealbreakers(ages: 20...25, goals: [.studyBuddies])
        let wanted = Dealbreakers(ages: 20...25, farthest: .same, goals: [.studyBuddies])
        let stub = StubTransport([
            .expect(.get, path, error: .cannotConnect), .expect(.get, path, response: try answer(stored)),
            .expect(.put, path, response: try answer(wanted)),
        ])
        let model = try model(stub)
        model.draft.farthest = .same
        await model.save()
        #expect(model.failure?.canRetry == true)
        #expect(model.draft == near)
        await model.save()
        #expect(model.failure == nil)
        #expect(model.saved == .loaded(wanted))
        try await stub.finish()
        let sent = try #require(await stub.requests.last)
        #expect(try OrbitJSON.decoder.decode(Keyed<Dealbreakers>.self, from: sent.body).value == wanted)
    }

    @Test func `a change during a save remains to be saved`() async throws {
        let held = PausedResponse()
        let model = try model(
            StubTransport([
                .expect(.get, path, response: try answer(.none)), held.exchange(.put, path, response: try answer(near)),
            ]))
        await model.load()
        model.draft = near
        let save = Task { await model.save() }
        await held.waitForRequest()
        model.draft.freeTime = .some
        held.release()
        _ = await save.value
        #expect(model.saved == .loaded(near))
        #expect(model.draft == Dealbreakers(farthest: .same, freeTime: .some))
    }

    @Test func `a conflict loads the newer dealbreakers with a failure, and the next save succeeds`() async throws {
        let elsewhere = Dealbreakers(ages: 20...25, farthest: .further)
        let both = Dealbreakers(ages: 20...25, farthest: .same)
        let conflict: HTTPResponse = try .problem(
            412, Problem(code: .versionConflict, message: "Load them again."))
        let stub = StubTransport([
            .expect(.get, path, response: try answer(.none)), .expect(.put, path, response: conflict),
            .expect(.get, path, response: try answer(elsewhere, version: 2)),
            .expect(.put, path, response: try answer(both, version: 3)),
        ])
        let model = try model(stub)
        await model.load()
        model.draft = near
        await model.save()
        #expect(model.saved == .loaded(elsewhere))
        #expect(model.draft == both)
        #expect(model.failure?.message.contains("changed elsewhere") == true)
        await model.save()
        #expect(model.saved == .loaded(both))
        #expect(model.failure == nil && !model.hasChanges)
        #expect(await stub.requests.last?.headers[.ifMatch] == "\"2\"")
        try await stub.finish()
    }

    @Test func `a save whose answer was lost is not a conflict with itself`() async throws {
        let conflict: HTTPResponse = try .problem(
            412, Problem(code: .versionConflict, message: "Load them again."))
        let model = try model(
            StubTransport([
                .expect(.get, path, response: try answer(.none)), .expect(.put, path, response: conflict),
                .expect(.get, path, response: try answer(near, version: 2)),
            ]))
        await model.load()
        model.draft = near
        await model.save()
        #expect(model.saved == .loaded(near))
        #expect(model.failure == nil)
    }

    @Test func `a cancelled load during another load does not leave the state as loading`() async throws {
        let held = PausedResponse()
        let model = try model(
            StubTransport([
                held.exchange(.get, path, response: try answer(near)), .expect(.get, path, error: .cancelled),
            ]))
        let load = Task { await model.load() }
        await held.waitForRequest()
        await model.load()
        #expect(model.saved == .idle)
        held.release()
        await load.value
    }

    private func answer(_ dealbreakers: Dealbreakers, version: Int = 1) throws -> HTTPResponse {
        try .success(Keyed(dealbreakers), entityTag: EntityTag(rawValue: "\"\(version)\""))
    }

    private func model(_ stub: StubTransport) throws -> DealbreakersViewModel {
        DealbreakersViewModel(
            service: DiscoverService(client: try .scripted(stub)),
            log: EventLog(time: VirtualClock(), random: .seeded(2)))
    }
}
