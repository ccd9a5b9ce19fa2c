import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

@Suite @MainActor struct EditingTests {
    private let clock = VirtualClock()

    private func model(_ stub: StubTransport, drafts: DurableFile? = nil) throws -> ProfileViewModel {
        ProfileViewModel(
            service: ProfileService(client: try .scripted(stub, time: clock)),
            log: EventLog(time: clock, random: .seeded(3)), drafts: drafts, zone: .gmt)
    }

    private func loading(_ count: Int = 1) throws -> [StubTransport.Exchange] {
        try (0..<count).map { _ in .expect(.get, "/api/users/me", response: try mine(completeProfile, isComplete: true))
        }
    }

    @Test func `editing begins at the requested step, and at the first step by default`() async throws {
        let model = try model(StubTransport(try loading()))
        await model.load()
        await model.go(to: .photos)
        model.beginEditing()
        #expect(model.step == .basicInfo)
        model.beginEditing(at: .interests)
        #expect(model.step == .interests)
    }

    @Test func `cancelling restores the saved profile, and removes the draft`() async throws {
        let scratch = try DraftDirectory()
        let stub = StubTransport(
            try loading() + [.expect(.post, "/api/users/me/photo", error: .connectionLost)] + loading())
        let model = try model(stub, drafts: scratch.drafts)
        await model.load()
        model.draft.bio = "half a thought"
        model.birthYear = nil
        model.customInterest = "Orig"
        await model.go(to: .photos)  // keeps the draft
        await model.photos.add(jpeg())
        await model.cancelEditing()
        #expect(model.draft == completeProfile)
        #expect(model.photos.items.isEmpty)
        #expect((model.customInterest, model.step, model.birthYear) == ("", .basicInfo, 2005))
        #expect(model.changes.isEmpty)
        #expect(model.failure == nil)

        let later = try self.model(stub, drafts: scratch.drafts)
        await later.load()
        #expect(later.draft.bio.isEmpty)
        try await stub.finish()
    }

    @Test func `a cancelled edit is not part of the next save`() async throws {
        let stub = StubTransport(
            try loading() + [
                .expect(.put, "/api/users/me", response: try mine(completeProfile, isComplete: true, version: 2))
            ])
        let model = try model(stub)
        await model.load()
        model.draft.bio = "never mind"
        await model.cancelEditing()
        model.draft.major = "Physics"
        await model.save()
        let sent = try OrbitJSON.decoder.decode(Profile.self, from: try #require(await stub.requests.last).body)
        #expect((sent.bio, sent.major) == ("", "Physics"))
    }

    @Test func `nothing is saved while photos are being sent`() async throws {
        let held = PausedResponse()
        let stub = StubTransport(
            try loading() + [
                held.exchange(
                    .post, "/api/users/me/photo", response: try .success(Keyed(photo("a")))),
                .expect(.put, "/api/users/me", response: try mine(completeProfile, isComplete: true, version: 2)),
            ])
        let model = try model(stub)
        await model.load()
        let adding = Task { await model.photos.add(jpeg()) }
        await held.waitForRequest()
        #expect(await model.save() != .done)
        #expect(model.failure?.message == ProfilesError.photosOnTheirWay.errorDescription)
        #expect(await stub.requests.count == 2)
        held.release()
        await adding.value
        #expect(await model.save() == .done)
        try await stub.finish()
    }

    @Test func `a picked photo can be shown before it is sent, and while it waits to be sent again`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            held.exchange(.post, "/api/users/me/photo", response: HTTPResponse(status: 503))
        ])
        let model = try model(stub)
        let adding = Task { await model.photos.add(jpeg(3)) }
        await held.waitForRequest()
        #expect(model.photos.items.map(\.preview) == [try CleanPhoto(jpeg(3)).bytes])
        held.release()
        await adding.value
        #expect(model.photos.items.first?.preview != nil)
    }

    @Test func `a draft is deleted when its owner signs out, even during a step`() async throws {
        let scratch = try DraftDirectory()
        let stub = StubTransport(try loading(2))
        let model = try model(stub, drafts: scratch.drafts)
        await model.load()
        model.draft.bio = "private"
        async let moving: Void = model.next()
        async let leaving: Void = model.leave()
        _ = try await (moving, leaving)
        await model.next()  // a late tap
        let later = try self.model(stub, drafts: scratch.drafts)
        await later.load()
        #expect(later.draft.bio.isEmpty)
        try await stub.finish()
    }
}
