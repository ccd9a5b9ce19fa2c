import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

@Suite @MainActor struct HostileProfileTests {
    let clock = VirtualClock()

    @Test func `ten thousand words are refused at their step and nothing is sent`() async throws {
        let stub = StubTransport([.expect(.get, "/api/users/me", response: try mine(completeProfile))])
        let model = try model(stub)
        await model.load()
        model.draft.bio = String(repeating: "word ", count: 10_000)
        await model.save()
        #expect(model.step == .basicInfo)
        #expect(model.failure?.message.contains("500") == true)
        #expect(model.draft.bio.count == 50_000)
        try await stub.finish()
    }

    @Test func `an interest in several spellings is stored once`() throws {
        let model = try model(StubTransport([]))
        for typed in ["Film", "films", " MOVIES ", "Movies & TV", "ｍｏｖｉｅｓ", "Bouldering", "bouldering\u{200B}"] {
            model.customInterest = typed
            model.addCustomInterest()
        }
        #expect(model.draft.interests.map(\.label) == ["Movies & TV", "Bouldering"])
        model.toggle(Interest("cinema"))
        #expect(model.draft.interests.map(\.label) == ["Bouldering"])
    }

    @Test func `an interest that is too long stays in its field, with a reason`() throws {
        let model = try model(StubTransport([]))
        model.customInterest = String(repeating: "very long ", count: 10)
        model.addCustomInterest()
        #expect(model.draft.interests.isEmpty)
        #expect(!model.customInterest.isEmpty)
        #expect(model.failure?.message.contains("40") == true)
    }

    @Test(arguments: ["🦊", "محمد", "李雷", "👨🏽‍🚀", "O'Neill-ß"]) func `names of every kind are sent as they are`(
        name: String
    ) async throws {
        #expect(try await savedName(name) == name)
    }

    @Test(arguments: [
        ("\u{202E}ayaM", "ayaM"), ("Ma\u{200B}ya", "Maya"), ("Maya\u{0}", "Maya"), ("  Ma  ya ", "Ma ya"),
    ])
    func `invisible characters are not sent`(name: String, sent: String) async throws {
        #expect(try await savedName(name) == sent)
    }

    @Test func `a name of invisible characters counts as missing`() async throws {
        let model = try model(StubTransport([]))
        model.draft = completeProfile
        model.draft.name = "\u{200B}\u{202E}\u{2066}"
        #expect(model.progress[.basicInfo].missing == ["name"])
    }

    @Test func `text typed during a save is kept as a change`() async throws {
        let typist = Typist()
        let answer = try mine(completeProfile, isComplete: true, version: 2)
        let stub = StubTransport([
            .expect(.get, "/api/users/me", response: try mine(completeProfile)),
            .expect(.put, "/api/users/me") { _ in
                await typist.type("One more thing")
                return answer
            },
        ])
        let model = try model(stub)
        typist.model = model
        await model.load()
        await model.save()
        #expect(model.draft.bio == "One more thing")
        #expect(model.changes.map(\.part) == [.member(.bio)])
        #expect(model.saved.value?.profileComplete == true)
    }

    private func savedName(_ name: String) async throws -> String {
        let stub = StubTransport([
            .expect(.get, "/api/users/me", response: try mine(completeProfile)),
            .expect(.put, "/api/users/me", response: try mine(completeProfile, isComplete: true, version: 2)),
        ])
        let model = try model(stub)
        await model.load()
        model.draft.name = name
        await model.save()
        #expect(model.failure == nil)
        let put = try #require(await stub.requests.last)
        return try OrbitJSON.decoder.decode(Profile.self, from: put.body).name
    }

    private func model(_ stub: StubTransport) throws -> ProfileViewModel {
        ProfileViewModel(
            service: ProfileService(client: try .scripted(stub, time: clock), random: .seeded(2)),
            log: EventLog(time: clock, random: .seeded(3)), zone: .gmt)
    }
}

/// A person who types while a request is in flight.
@MainActor private final class Typist {
    weak var model: ProfileViewModel?

    func type(_ bio: String) {
        model?.draft.bio = bio
    }
}
