import Auth
import Foundation
import Networking
import NetworkingTesting
import Notices
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

/// The app against a script of responses and a log that the test hands out.
@Suite @MainActor final class NoticeFormTests {
    private let clock = VirtualClock.selfAdvancing()
    private let events = ScriptedEvents()
    /// The app ends with its model, so the suite retains it.
    private var app: AppModel?

    /// The models of a person who has signed in before.
    private func launched(_ exchange: StubTransport.Exchange...) async throws -> (NoticesModels, StubTransport) {
        let tokens = MemoryTokenStore()
        try await tokens.save(
            AuthSession(
                userID: "u_1", accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"),
                issuedAt: clock.date, accessExpiresAt: clock.date + 900))
        let profile = ProfileData(
            userID: "u_1", email: "maya@stanford.edu", profile: Profile(name: "Maya"), profileComplete: true)
        let me = StubTransport.Exchange.expect(
            .get, "/api/users/me", response: try .success(profile, entityTag: EntityTag(rawValue: "\"1\"")))
        let stub = StubTransport([me] + exchange)
        var environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"), transport: stub, tokens: tokens, zone: .gmt,
            time: clock, random: .seeded(1))
        environment.events = { [events] _ in [events] }
        let app = AppModel(environment, features: try AppFeatures([.notices]))
        self.app = app
        await app.launch()
        return (try #require(app.user?.models(of: NoticesModels.self)), stub)
    }

    private func notice(_ id: NoticeID, by author: UserID, age: TimeInterval = 0) -> Notice {
        Notice(id: id, kind: .offer, text: "Keys", author: author, postedAt: clock.date.addingTimeInterval(-age))
    }

    private func slice(_ event: LogEvent) -> LogSlice {
        LogSlice(at: LogPosition(epoch: "e", seq: event.seq), events: [event])
    }

    @Test func `a board follows the log, and shows neither expired notices nor those of hidden people`() async throws {
        let (fresh, next) = (notice("n_1", by: "u_2"), notice("n_2", by: "u_3"))
        let old = notice("n_0", by: "u_2", age: NoticeRules.lifetime)
        let page = try HTTPResponse.success(
            Page([fresh, old]), receipt: LogReceipt(at: LogPosition(epoch: "e", seq: 0)))
        let (models, _) = try await launched(.expect(.get, "/api/notices?limit=20&kind=offer", response: page))
        let board = models.board(of: .offer)
        await board.load()
        #expect(board.items == .loaded([fresh]))
        await events.isOpened()
        events.yield(slice(LogEvent(.noticePosted, seq: 1, subject: "u_3", data: Named(next))))
        await waitUntil { board.items == .loaded([next, fresh]) }
        events.yield(slice(LogEvent(.personHidden, seq: 2, subject: "u_2", touches: [.notices])))
        await waitUntil { board.items == .loaded([next]) }
        events.yield(slice(LogEvent(.noticeWithdrawn, seq: 3, subject: "u_3", data: Named(next.id))))
        await waitUntil { board.items == .empty }
    }

    @Test func `failures show once a field was left, and a draft with failures is not sent`() async throws {
        let (models, stub) = try await launched()
        let form = models.form
        #expect(form.failures.isEmpty)
        form.leave("text")
        #expect(form.failures.map { form.message(for: $0) } == ["Write the notice first."])
        form.draft = NoticeRequest(kind: NoticeKind(rawValue: "weather"), text: String(repeating: "a", count: 501))
        #expect(form.failures.map(\.path) == ["kind", "text"])
        let outcome = await form.post()
        #expect(outcome.failure?.message == "Choose a kind of notice. Shorten the notice to 500 characters.")
        #expect(await stub.requests.filter { $0.url.path().hasSuffix("/notices") }.isEmpty)
    }

    @Test func `a draft that the server refuses stays in the form`() async throws {
        let problem = Problem(code: .rateLimited, message: "Try again tomorrow.", retryAfter: 60)
        let refusal = try HTTPResponse.problem(429, problem)
        let (models, _) = try await launched(.expect(.post, "/api/notices", response: refusal))
        models.form.draft.text = "Keys"
        #expect(await models.form.post().failure?.kind == .limited)
        #expect(models.form.draft.text == "Keys" && models.form.failure != nil)
    }

    @Test func `a translation is asked for the words of the board`() throws {
        let features = try AppFeatures([.notices])
        let missing = Set(MessageCatalogue.app.missing(from: features.catalogue, features.vocabularies))
        let expected: [MissingWords] = [
            .word(WordKey("notice_kind", "offer")), .word(WordKey("empty_list", "notices")),
            .field(.notice, "text", .required), .field(.notice, "kind", .unknownValue),
        ]
        #expect(missing.isSuperset(of: expected))
        #expect(features.catalogue.words(NoticeKind.lostAndFound) == "Lost and found")
    }
}
