import Foundation
import NetworkingTesting
import OrbitDemo
import Testing
import TimeAndChance

@testable import CampusWeb

@Suite struct RepetitionGuardTests {
    private let form = FormFields([("n", "0"), ("text", "Hello")])

    /// Whether each form is performed, in order, from a guard without earlier forms.
    private func admissions(_ sent: [(path: String, form: FormFields)]) -> [Bool] {
        var guarded = RepetitionGuard()
        return sent.map { guarded.admit($0.path, $0.form) }
    }

    @Test func `a form with the same number and content is performed once`() {
        var guarded = RepetitionGuard()
        let (first, second) = (guarded.admit("/feed", form), guarded.admit("/feed", form))
        #expect(first && !second)
        #expect(guarded.number(of: "/feed") == 1)
    }

    @Test func `another content or another path is performed, even from an old page`() {
        let other = FormFields([("n", "0"), ("text", "Bye")])
        #expect(admissions([("/feed", form), ("/feed", other), ("/other", form)]) == [true, true, true])
    }

    @Test func `the same content from a later page is performed again`() {
        let later = FormFields([("n", "1"), ("text", "Hello")])
        #expect(admissions([("/feed", form), ("/feed", later)]) == [true, true])
    }
}

@Suite @MainActor struct KeptModelsTests {
    final class Model {}

    @Test func `a model is created once for a key, and again after its removal`() {
        let models = KeptModels()
        let first = models.model("a") { Model() }
        #expect(models.model("a") { Model() } === first)
        models.remove(Model.self, "a")
        #expect(models.model("a") { Model() } !== first)
    }

    @Test func `beyond the maximum, the model that was used least recently is released`() {
        let models = KeptModels()
        let first = models.model("0") { Model() }
        for number in 1..<KeptModels.maxModels { _ = models.model("\(number)") { Model() } }
        _ = models.model("0") { Model() }
        _ = models.model("new") { Model() }
        #expect(models.existing(Model.self, "0") === first)
        #expect(models.existing(Model.self, "1") == nil)
    }
}

@Suite @MainActor struct SessionStoreTests {
    private func settings(_ clock: VirtualClock, maxSessions: Int = 2) async throws -> WebSettings {
        var settings = WebSettings.demonstration(
            try await DemoWorld.make(people: 4, over: clock), random: .seeded(3))
        settings.time = clock
        settings.maxSessions = maxSessions
        return settings
    }

    @Test func `an id that the store has not made has no session`() async throws {
        let store = SessionStore(settings: try await settings(VirtualClock.selfAdvancing()))
        #expect(try await store.session("planted", at: "192.0.2.1") == nil)
        #expect(try await store.session(nil, at: "192.0.2.1") == nil)
    }

    @Test func `a new id replaces the old id of a session`() async throws {
        let store = SessionStore(settings: try await settings(VirtualClock.selfAdvancing()))
        let session = try await store.makeSession(language: .english, at: "192.0.2.1")
        let old = session.id
        store.renew(session)
        #expect(session.id != old && session.id.count == 64)
        #expect(try await store.session(old, at: "192.0.2.1") == nil)
        #expect(try await store.session(session.id, at: "192.0.2.1") === session)
    }

    @Test func `beyond the maximum, a session in use is kept and the new session is refused`() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(1))
        let store = SessionStore(settings: try await settings(clock))
        for _ in 0..<2 { _ = try await store.makeSession(language: .english, at: "192.0.2.1") }
        await #expect(throws: SessionStore.Full.self) {
            _ = try await store.makeSession(language: .english, at: "192.0.2.1")
        }
    }

    @Test func `a session without requests for a minute makes room for a new session`() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(1))
        let store = SessionStore(settings: try await settings(clock))
        let first = try await store.makeSession(language: .english, at: "192.0.2.1")
        clock.advance(by: .seconds(61))
        let second = try await store.makeSession(language: .english, at: "192.0.2.1")
        _ = try await store.makeSession(language: .english, at: "192.0.2.1")
        #expect(store.count == 2)
        #expect(try await store.session(first.id, at: "192.0.2.1") == nil)
        #expect(try await store.session(second.id, at: "192.0.2.1") === second)
    }

    @Test func `beyond the maximum of an address, its oldest session without a user is released`() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(1))
        var settings = try await settings(clock, maxSessions: 4)
        settings.maxStrangersPerAddress = 2
        let store = SessionStore(settings: settings)
        let other = try await store.makeSession(language: .english, at: "192.0.2.2")
        let first = try await store.makeSession(language: .english, at: "192.0.2.1")
        clock.advance(by: .seconds(1))
        let second = try await store.makeSession(language: .english, at: "192.0.2.1")
        clock.advance(by: .seconds(1))
        _ = try await store.makeSession(language: .english, at: "192.0.2.1")
        #expect(store.count == 3)
        #expect(try await store.session(first.id, at: "192.0.2.1") == nil)
        #expect(try await store.session(second.id, at: "192.0.2.1") === second)
        #expect(try await store.session(other.id, at: "192.0.2.2") === other)
    }

    @Test func `the models of an idle session are released`() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(1))
        let store = SessionStore(settings: try await settings(clock))
        _ = try await store.makeSession(language: .english, at: "192.0.2.1")
        clock.advance(by: .seconds(901))
        store.removeExpired()
        #expect(store.count == 0)
    }
}
