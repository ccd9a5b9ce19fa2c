import Auth
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

/// A feature that another package adds, in the app.
@Suite @MainActor struct FeatureTests {
    private let clock = VirtualClock.selfAdvancing()
    private let tokens = MemoryTokenStore()
    private let events = ScriptedEvents()
    private let first = Notice(id: "n_1", text: "Chess on Friday", postedAt: Date(timeIntervalSince1970: 1_800_000_000))
    private let second = Notice(id: "n_2", text: "Lost keys", postedAt: Date(timeIntervalSince1970: 1_800_000_060))

    private func makeEnvironment(_ stub: StubTransport, directory: PrivateDirectory? = nil) throws -> AppEnvironment {
        var environment = AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"), transport: stub, tokens: tokens,
            directory: directory, zone: .gmt, time: clock, random: .seeded(1))
        environment.events = { [events] _ in [events] }
        return environment
    }

    /// The app of a person who has signed in before.
    private func launched(
        _ exchanges: [StubTransport.Exchange] = [], directory: PrivateDirectory? = nil
    ) async throws -> (app: AppModel, stub: StubTransport) {
        try await tokens.save(
            AuthSession(
                userID: "u_1", accessToken: AccessToken("access"), refreshToken: RefreshToken("refresh"),
                issuedAt: clock.date, accessExpiresAt: clock.date + 900))
        let profile = ProfileData(
            userID: "u_1", email: "maya@stanford.edu", profile: Profile(name: "Maya"), profileComplete: true)
        let me = StubTransport.Exchange.expect(
            .get, "/api/users/me", response: try .success(profile, entityTag: EntityTag(rawValue: "\"1\"")))
        let stub = StubTransport([me] + exchanges)
        let app = AppModel(try makeEnvironment(stub, directory: directory), features: try AppFeatures([.notices]))
        await app.launch()
        #expect(app.route == .home)
        return (app, stub)
    }

    private func position(_ seq: Int) -> LogPosition { LogPosition(epoch: "e", seq: seq) }

    private func list(_ notices: [Notice]) throws -> StubTransport.Exchange {
        .expect(
            .get, "/api/notices?limit=20",
            response: try .success(Page(notices), receipt: LogReceipt(at: position(0))))
    }

    /// The response to the post, with its event as the first of the log.
    private var posted: StubTransport.Exchange {
        let (notice, end) = (second, position(1))
        return .expect(.post, "/api/notices") { (request: HTTPRequest) async throws(TransportError) -> HTTPResponse in
            let action = request.headers[.idempotencyKey]
            let event = LogEvent(.noticePosted, seq: 1, at: notice.postedAt, action: action, data: notice)
            do {
                return try HTTPResponse.success(
                    Keyed(notice), receipt: LogReceipt(at: end, action: action, events: [event]))
            } catch {
                throw TransportError.malformedResponse
            }
        }
    }

    @Test func `a feature sends requests with the user's token, and its list follows actions and the log`()
        async throws
    {
        let (app, stub) = try await launched([try list([first]), posted])
        let models = try #require(app.user?.models(of: NoticesModels.self))
        #expect(models.user == "u_1")
        await models.notices.load()
        #expect(models.notices.items == .loaded([first]))
        #expect(await models.post("Lost keys") == .done)
        #expect(models.notices.items == .loaded([second, first]))
        await events.waitForOpening()
        events.yield(
            LogSlice(at: position(2), events: [LogEvent(.noticeRemoved, seq: 2, data: Keyed(first.id))]))
        await waitUntil { models.notices.items == .loaded([second]) }
        let requests = await stub.requests.filter { $0.url.path().hasSuffix("/notices") }
        #expect(requests.count == 2)
        #expect(requests.filter { $0.headers[.authorization] != "Bearer access" }.isEmpty)
    }

    @Test func `after a sign-out a feature has no models, and models that a screen retains send nothing`()
        async throws
    {
        let (app, stub) = try await launched([try list([first])])
        let user = try #require(app.user)
        let models = try #require(user.models(of: NoticesModels.self))
        try await app.logout()
        #expect(app.user == nil && user.models(of: NoticesModels.self) == nil)
        #expect(models.hasEnded)
        await models.notices.load()
        #expect(models.notices.items == .idle)
        #expect(await stub.requests.filter { $0.url.path().hasSuffix("/notices") }.isEmpty)
    }

    @Test func `the app releases the models of a feature at the sign-out, even if a screen retains the user`()
        async throws
    {
        let (app, _) = try await launched()
        let user = try #require(app.user)
        weak var released: NoticesModels?
        do {
            let models = try #require(user.models(of: NoticesModels.self))
            released = models
        }
        #expect(released != nil)
        try await app.logout()
        #expect(released == nil)
        #expect(user.models(of: NoticesModels.self) == nil)
    }

    @Test func `a feature has no models after the server has ended the session`() async throws {
        let ended = Problem(code: .sessionEnded, message: "Sign in again.")
        let (app, _) = try await launched([
            .expect(.get, "/api/notices?limit=20", response: HTTPResponse(status: 401)),
            .expect(.post, "/api/auth/refresh", response: try .problem(401, ended)),
        ])
        let user = try #require(app.user)
        let models = try #require(user.models(of: NoticesModels.self))
        await models.notices.load()
        await waitUntil { app.route == .auth }
        #expect(user.models(of: NoticesModels.self) == nil && models.hasEnded)
    }

    @Test func `the app retains no models of a feature after the server has ended the session`() async throws {
        let ended = Problem(code: .sessionEnded, message: "Sign in again.")
        let (app, _) = try await launched([
            .expect(.get, "/api/notices?limit=20", response: HTTPResponse(status: 401)),
            .expect(.post, "/api/auth/refresh", response: try .problem(401, ended)),
        ])
        weak var released: NoticesModels?
        do {
            let models = try #require(app.user?.models(of: NoticesModels.self))
            released = models
            await models.notices.load()
        }
        await waitUntil { app.route == .auth }
        #expect(app.user == nil && released == nil)
    }

    @Test func `the next person who signs in has other models of a feature`() async throws {
        let campus = SmallCampus()
        campus.features = try AppFeatures([.notices])
        _ = try await campus.join("liam")
        campus.clock.advance(by: .seconds(60))
        let maya = try await campus.join("maya")
        let models = try #require(maya.user.models(of: NoticesModels.self))
        try await maya.app.logout()
        await campus.signIn("liam", on: maya.app)
        let liam = try #require(maya.app.user)
        let next = try #require(liam.models(of: NoticesModels.self))
        let id = try liam.ownID
        #expect(next !== models && next.user == id && models.user != id)
    }

    @Test func `a sign-out removes the files of a feature, and models that a screen retains store nothing more`()
        async throws
    {
        let scratch = try AppDirectory()
        let file = DurableFile("feature.notices.draft", in: scratch.directory)
        let (app, _) = try await launched(directory: scratch.directory)
        let models = try #require(app.user?.models(of: NoticesModels.self))
        try await models.keepDraft("Unfinished")
        guard case .value = await file.read() else {
            Issue.record("the draft was not stored")
            return
        }
        let copy = DurableFile("feature.notices.copy", in: scratch.directory)
        try await models.keepCopy("Unfinished")
        guard case .value = await copy.read() else {
            Issue.record("the copy was not stored")
            return
        }
        try await app.logout()
        #expect(await file.read() == .absent)
        #expect(await copy.read() == .absent)
        try await models.keepDraft("Unfinished")
        try await models.keepCopy("Unfinished")
        #expect(await file.read() == .absent)
        #expect(await copy.read() == .absent)
    }

    @Test func `a sign-out before the launch removes the files of a feature from an earlier launch`() async throws {
        let scratch = try AppDirectory()
        let file = DurableFile("feature.notices.draft", in: scratch.directory)
        let (app, _) = try await launched(directory: scratch.directory)
        try await app.user?.models(of: NoticesModels.self)?.keepDraft("Unfinished")
        guard case .value = await file.read() else {
            Issue.record("the draft was not stored")
            return
        }
        let next = AppModel(
            try makeEnvironment(StubTransport([]), directory: scratch.directory), features: try AppFeatures([.notices]))
        try await next.logout()
        #expect(await file.read() == .absent)
    }

    @Test(arguments: [true, false])
    func `a sign-out before the launch also removes files that no model has requested`(isInstalled: Bool) async throws {
        let scratch = try AppDirectory()
        let (app, _) = try await launched(directory: scratch.directory)
        let models = try #require(app.user?.models(of: NoticesModels.self))
        try await models.keepDraft("Unfinished")
        try await models.keepCopy("Unfinished")
        let copy = DurableFile("feature.notices.copy", in: scratch.directory)
        guard case .value = await copy.read() else {
            Issue.record("the copy was not stored")
            return
        }
        let next = AppModel(
            try makeEnvironment(StubTransport([]), directory: scratch.directory),
            features: try AppFeatures(isInstalled ? [.notices] : []))
        try await next.logout()
        #expect(await copy.read() == .absent)
        #expect(await DurableFile("feature.notices.draft", in: scratch.directory).read() == .absent)
    }

    @Test func `a sign-out at the sign-in screen creates models, ends them, and then removes their files`() async throws
    {
        let recorder = CallRecorder()
        let feature = AppFeature("recorded") { _ in recorder.makeModels() }
        let app = AppModel(try makeEnvironment(StubTransport([])), features: try AppFeatures([feature]))
        await app.launch()
        #expect(app.route == .auth)
        recorder.calls = []
        try await app.logout()
        #expect(recorder.calls == ["end", "removeFiles"])
    }

    @Test func `a context without a session has the client, the log and the files of its directory`() async throws {
        let scratch = try AppDirectory()
        let stub = StubTransport([try list([first]), posted])
        let log = EventLog(time: clock, random: .seeded(1))
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: stub,
            events: EventCatalogue([.noticePosted: Notice.self]), receipts: { await log.receive($0) }, time: clock,
            random: .seeded(1))
        let models = NoticesModels(
            SignedInContext(feature: "notices", client: client, log: log, directory: scratch.directory))
        models.begin(as: "u_1")
        await models.notices.load()
        #expect(models.notices.items == .loaded([first]))
        #expect(await models.post("Lost keys") == .done)
        #expect(models.notices.items == .loaded([second, first]))
        try await models.keepDraft("Unfinished")
        try await models.keepCopy("Unfinished")
        for name in ["draft", "copy"] {
            guard case .value = await DurableFile("feature.notices.\(name)", in: scratch.directory).read() else {
                Issue.record("the file \(name) was not stored")
                return
            }
        }
    }

    @Test func `an app without the feature has no models of it`() async throws {
        let campus = SmallCampus()
        let maya = try await campus.join("maya")
        #expect(maya.user.models(of: NoticesModels.self) == nil)
    }

    @Test func `a feature adds exactly its own words to the words that a translation lacks`() throws {
        let features = try AppFeatures([.notices])
        let translation = MessageCatalogue()
        let ofApp = translation.missing(from: .app, Vocabulary.app)
        let all = translation.missing(from: features.catalogue, features.vocabularies)
        let expected: Set<MissingTranslation> = [
            .word(LocalizationKey("notice", "new")), .word(LocalizationKey("empty_list", "notices")),
            .field(.notice, "text", .required),
        ]
        #expect(Set(all).subtracting(ofApp) == expected)
        #expect(all.count == ofApp.count + expected.count)
    }

    @Test func `a feature adds its words to those of the app, and the front end can replace them`() throws {
        var environment = try makeEnvironment(StubTransport([]))
        let required = FieldFailure(path: "text", code: .required)
        let without = AppModel(environment)
        #expect(without.catalogue.words.empty(.notices) == "There is nothing here yet.")
        let app = AppModel(environment, features: try AppFeatures([.notices]))
        #expect(app.catalogue.words.empty(.notices) == "There are no notices.")
        #expect(app.catalogue.message(for: required, in: .notice) == "Write the notice first.")
        let german = MessageCatalogue(
            templatesByForm: [.notice: ["text": [.required: "Schreibe zuerst den Aushang."]]],
            words: LocalizedStrings([LocalizationKey("empty_list", "notices"): "Es gibt keine Aushänge."]))
        environment.catalogue = .app.overlaid(with: german)
        let translated = AppModel(environment, features: try AppFeatures([.notices]))
        #expect(translated.catalogue.words.empty(.notices) == "Es gibt keine Aushänge.")
        #expect(translated.catalogue.message(for: required, in: .notice) == "Schreibe zuerst den Aushang.")
    }

}

/// A recorder of the calls to all models that it creates.
@MainActor private final class CallRecorder {
    var calls: [String] = []

    private final class Models: FeatureModels {
        let recorder: CallRecorder

        init(_ recorder: CallRecorder) { self.recorder = recorder }

        func begin(as user: UserID) { recorder.calls.append("begin") }

        func end() { recorder.calls.append("end") }

        func removeFiles() async throws { recorder.calls.append("removeFiles") }
    }

    func makeModels() -> some FeatureModels { Models(self) }
}
