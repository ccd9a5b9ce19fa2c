import Auth
import Chat
import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import Reputation
import Testing
import TimeAndChance
import Validation

/// The statements of `Docs/guides/write-a-front-end.md` and `Docs/guides/front-end-parts.md`.
@Suite @MainActor struct FrontEndGuideTests {
    private let clock = VirtualClock()

    private func signedIn(to campus: DemoCampus, catalogue: MessageCatalogue = .app) async throws -> SignedInDevice {
        let app = AppModel(
            AppEnvironment(
                server: campus.server, transport: campus.transport, tokens: MemoryTokenStore(),
                registry: CampusSeed.registry, zone: CampusSeed.timeZone, catalogue: catalogue, time: clock,
                random: .seeded(11)))
        await app.launch()
        app.auth.email = campus.residents[0].email
        await app.auth.sendCode()
        app.auth.verificationCode = "123456"
        await app.verifyCode()
        return SignedInDevice(app: app, user: try #require(app.user))
    }

    @Test func `the first resident has pokes and matches at the start, and photos can be shown`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let device = try await signedIn(to: campus)
        #expect(device.app.route == .home)
        await device.user.pokes.incoming.load()
        await device.user.matches.matches.load()
        #expect(device.user.pokes.incoming.items.value?.count == 3)
        #expect(device.user.matches.matches.items.value?.count == 2)
        let owner = try #require(campus.residents.dropFirst().first { $0.profile?.photos.isEmpty == false })
        let photo = try #require(owner.profile?.photos.first)
        let bytes = try await device.user.photos.photo(photo.id, of: owner.id)
        #expect(PhotoFormat(sniffing: bytes) == .png)
        let sheet = device.user.sheet(of: owner.id)
        await sheet.load()
        await sheet.block()
        await #expect(throws: (any Error).self) { try await device.user.photos.photo(photo.id, of: owner.id) }
    }

    @Test func `a front end draws the route, the pokes, a countdown and a failure`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let device = try await signedIn(to: campus)
        let screen = GuideFrontEnd(device.app)
        let drawing = [
            Task { await screen.run() }, Task { await screen.followPokes(of: device.user) },
            Task { await screen.countDown() },
        ]
        await waitUntil {
            Set(screen.lines).isSuperset(of: ["Welcome.", "3 pokes"]) && screen.lines.contains { $0.hasSuffix(" s") }
        }
        screen.report(.done)
        let count = screen.lines.count
        let name = FieldFailure(path: "name", code: .required)
        screen.report(.failed(Failure([name], in: .profile, of: .app)))
        #expect(screen.lines.dropFirst(count) == ["Tell people your name.", "Look at name."])
        for task in drawing { task.cancel() }
    }

    @Test func `loading a photo after a sign-out throws a cancellation error`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let device = try await signedIn(to: campus)
        let owner = try #require(campus.residents.dropFirst().first { $0.profile?.photos.isEmpty == false })
        let photo = try #require(owner.profile?.photos.first)
        let photos = device.user.photos
        _ = try await photos.photo(photo.id, of: owner.id)
        try await device.app.logout()
        #expect(device.app.user == nil)
        await #expect(throws: CancellationError.self) { try await photos.photo(photo.id, of: owner.id) }
    }

    @Test func `a front end shows the sheet of a link, and Back leads out of the app in the end`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let device = try await signedIn(to: campus)
        let (app, user) = (device.app, device.user)
        user.navigation.select(.meetups)
        user.navigation.push(.meetup("m_1"))
        let link = DeepLink.sheet(.person(campus.residents[9].id))
        let host = try #require(app.linkHost)
        let url = try #require(link.webURL(host: host))
        #expect(app.open(url).failure == nil)
        let sheet = try #require(user.navigation.sheet)
        let shown = user.sheet(of: campus.residents[9].id)
        await show(sheet, of: user)
        #expect(shown.person.value?.id == campus.residents[9].id)
        var count = 0
        while user.navigation.back() { count += 1 }
        #expect(count == 3 && user.navigation.tab == .first)
    }

    private func show(_ sheet: AppSheet, of user: SignedInUser) async {
        switch sheet {
        case .person(let id): await user.sheet(of: id).load()
        case .meetup(let id, let code): await user.meetup(id, link: code?.reveal).load()
        case .rating(let id): await user.rating(of: id).load()
        case .conversation(let id): try? await user.chat?.conversation(id)?.load()
        case .invitations: await user.invitations.invitations.load()
        case .requests: await user.meetupRequests.requests.load()
        case .feature(let page):
            if case .board? = page.route(as: NoticeRoute.self) {
                await user.models(of: NoticesModels.self)?.board().load()
            }
        }
    }

    @Test func `one catalogue brings another language to forms, sheets and values`() async throws {
        let translation = MessageCatalogue(
            templates: [.required: "Fülle das aus."],
            templatesByForm: [.profile: ["name": [.required: "Wie heißt du?"]]],
            words: LocalizedStrings([
                LocalizationKey("poke_note", "coffee"): "Kaffee?",
                LocalizationKey("poke_limit", "cool_down"): "Erst {wait} wieder.",
                LocalizationKey("poke_limit_wait", "days"): "in {count} Tagen",
            ]))
        #expect(translation.missing(from: .app, Vocabulary.app).contains(.failure(.tooFew)))
        let german = MessageCatalogue.app.overlaid(with: translation)
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let device = try await signedIn(to: campus, catalogue: german)
        device.user.profile.draft.name = ""
        #expect(device.user.profile.messages == ["Wie heißt du?"])
        device.user.profile.city = ""
        #expect(german.message(for: FieldFailure(path: "name", code: .required), in: .signIn) == "Fülle das aus.")
        #expect(german.words(PokeNote.coffee) == "Kaffee?")

        let sheet = device.user.sheet(of: campus.residents[9].id)
        await sheet.load()
        await sheet.connect()
        await device.user.pokes.outgoing.load()
        await device.user.pokes.withdraw(try #require(device.user.pokes.outgoing.items.value?.first))
        #expect(sheet.action == .unavailable("Erst in 30 Tagen wieder."))
    }
}
