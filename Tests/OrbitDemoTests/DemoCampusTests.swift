import Chat
import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitDemo

@Suite struct DemoCampusTests {
    /// An operation of a feature of another package.
    private struct Greet: Operations {
        static let route = Route(.get, "/greeting")

        let context: BackendContext

        var handlers: [RouteHandler] {
            [context.signedInReading(Self.route) { _, _, _ in .success(MessageData(message: "Hello.")) }]
        }
    }

    private let clock = VirtualClock()

    @Test func `seeded photos are distinct, small PNGs that pass the photo rules`() throws {
        var random = RandomSource.seeded(3)
        let photos = (0..<20).map { _ in SeedPhoto.png(using: &random) }
        #expect(Set(photos).count == 20)
        for photo in photos {
            let clean = try CleanPhoto(photo)
            #expect(clean.format == .png)
            #expect(clean.bytes == photo)
            #expect(photo.count < 2_500)
        }
        var again = RandomSource.seeded(3)
        #expect(SeedPhoto.png(using: &again) == photos[0])
    }

    @Test func `a seeded photo has 64 by 64 pixels`() {
        var random = RandomSource.seeded(3)
        // The width and the height follow the signature, and the length and the name of the header.
        let size = [UInt8](SeedPhoto.png(using: &random).dropFirst(16).prefix(8))
        #expect(size == [0, 0, 0, 64, 0, 0, 0, 64])
    }

    @Test func `the colours of a seeded photo have half saturation, at sixteen levels of lightness`() throws {
        var random = RandomSource.seeded(3)
        for _ in 0..<20 {
            // The palette follows the signature, the header, and its own length and name.
            let palette = [UInt8](SeedPhoto.png(using: &random).dropFirst(41).prefix(48))
            for number in 0..<16 {
                let parts = palette[3 * number..<3 * number + 3].map { Double($0) / 255 }
                let light = number < 8 ? 0.12 + 0.03 * Double(number) : 0.45 + 0.05 * Double(number - 8)
                let chroma = (1 - abs(2 * light - 1)) / 2
                // Each part is rounded down to a 255th.
                let (low, high) = (try #require(parts.min()), try #require(parts.max()))
                #expect(abs(low - (light - chroma)) < 0.004 && abs(high - (light + chroma)) < 0.004)
            }
        }
    }

    @Test func `seeded photos can be loaded by other residents and do not change the people`() async throws {
        let (plain, photographed) = (MemoryStore(), MemoryStore())
        let bare = try await CampusSeed(people: 24, seed: 7).populate(plain, time: clock)
        let people = try await CampusSeed(people: 24, seed: 7, withPhotos: true).populate(photographed, time: clock)
        #expect(people.map(\.id) == bare.map(\.id))
        #expect(people.map { $0.profile?.name } == bare.map { $0.profile?.name })
        #expect(bare.allSatisfy { $0.profile?.photos.isEmpty == true })
        #expect(people.filter { $0.profile?.photos.isEmpty == false }.count > 12)
        #expect(people.contains { $0.profile?.photos.isEmpty == true })

        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)
        let viewer = resident(0, of: campus)
        try await viewer.signIn()
        let shown = try #require(campus.residents.dropFirst().first { $0.profile?.photos.isEmpty == false })
        let photo = try #require(shown.profile?.photos.first)
        let loaded = try #require(try await viewer.profiles.photo(photo.id, of: shown.id, since: nil))
        #expect(PNGSignature.isIn(loaded.value))
        #expect(try await viewer.profiles.photo(photo.id, of: shown.id, since: loaded.entityTag) == nil)
    }

    @Test func `the first resident has three pokes and two matches at the start`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let first = resident(0, of: campus)
        try await first.signIn()
        #expect(try await first.pokes.incoming().value.list.elements.count == 3)
        let partners = try await first.matches.matches().value.list.elements.map(\.partnerID)
        #expect(Set(partners) == Set(campus.residents[4...5].map(\.id)))
    }

    @Test func `the first match has written, replies to a message once, and accepts a proposal`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let first = resident(0, of: campus)
        try await first.signIn()
        let conversation = try #require(try await first.chat.conversations().value.list.elements.first)
        #expect(conversation.unreadCount == 1 && conversation.lastMessage?.senderID == campus.residents[4].id)
        _ = try await first.chat.send("Yes! Tuesday?", to: conversation.id, key: first.newKey())
        clock.advance(by: .seconds(3_600))
        let acts = await campus.life.run(until: clock.date)
        #expect(acts.filter { $0.kind == .replied && $0.other == first.user.id }.count == 1)
        let messages = try await first.chat.messages(in: conversation.id, at: .end).value.messages.elements
        #expect(messages.map(\.senderID) == [campus.residents[4].id, first.user.id, campus.residents[4].id])

        let start = clock.date.addingTimeInterval(2 * 86_400)
        let key = first.newKey()
        let proposal = try await first.chat.propose(
            SendProposalRequest(
                clientID: ClientID(key.rawValue), title: "Coffee", timeZone: "America/New_York",
                slots: [ProposalSlot(startsAt: start, endsAt: start.addingTimeInterval(3_600))]),
            in: conversation.id, key: key)
        clock.advance(by: .seconds(3_600))
        await campus.life.run(until: clock.date)
        let answered = try await first.chat.proposals(in: conversation.id).value.list.elements.first
        #expect(answered?.id == proposal.id && answered?.state == .accepted)
    }

    @Test func `on a small campus, every resident but the first hosts or joins every meetup`() async throws {
        let campus = try await DemoCampus(people: 4, seed: 7, time: clock)
        let viewer = resident(0, of: campus)
        try await viewer.signIn()
        let meetups = try await viewer.meetups.browse().value.list.elements.map(\.meetup)
        #expect(meetups.count == 9)
        // Two hosts have not yet approved the requests of their guests.
        #expect(meetups.map(\.goingCount) == meetups.map { $0.plan.approval == .host ? 1 : 3 })
    }

    @Test func `a campus serves the routes of an added feature and refuses duplicate routes`() async throws {
        let greeting = Feature(operations: [Greet.self])
        let campus = try await DemoCampus(people: 1, time: clock, adding: [greeting])
        #expect(campus.backend.routes.contains(Greet.route))
        await #expect(throws: FeatureConflict.route(Greet.route)) {
            try await DemoCampus(people: 1, time: clock, adding: [greeting, greeting])
        }
    }

    @Test(arguments: [0, 1, 2, 5])
    func `a campus has the requested residents, and activity only with at least two`(people: Int) async throws {
        let campus = try await DemoCampus(people: people, seed: 7, time: clock)
        #expect(campus.residents.count == people)
        clock.advance(by: .seconds(3_600))
        #expect(await campus.life.run(until: clock.date).isEmpty == (people < 2))
    }

    @Test func `equal seeds give equal campus activity, and different seeds give different activity`() async throws {
        func life(seed: UInt64) async throws -> [CampusLife.Act] {
            let clock = VirtualClock()
            let campus = try await DemoCampus(people: 12, seed: seed, time: clock)
            var acts: [CampusLife.Act] = []
            for _ in 0..<4 {
                clock.advance(by: .seconds(3_600))
                acts += await campus.life.run(until: clock.date)
            }
            return acts
        }
        let first = try await life(seed: 7)
        #expect(try await life(seed: 7) == first)
        #expect(try await life(seed: 8).map(\.kind) != first.map(\.kind))
        #expect((30...70).contains(first.count))
        #expect(Set(first.map(\.kind)).isSuperset(of: [.poked, .accepted, .edited]))
        #expect(first.map(\.date) == first.map(\.date).sorted())
    }

    @Test func `a newcomer is poked within six hours`() async throws {
        let campus = try await DemoCampus(people: 12, seed: 7, time: clock)
        let template = try #require(campus.residents[0].profile)
        let maya = SeedResident(
            User(
                id: "new", email: "maya@orbit.example", profileComplete: false, createdAt: clock.date, profile: nil),
            number: 99, on: campus.backend, server: campus.server, time: clock, random: .seeded(5))
        try await maya.signIn()
        let mine = try await maya.profiles.me().value
        var profile = template
        (profile.name, profile.photos) = ("Maya", [])
        _ = try await maya.profiles.update(profile, replacing: mine.version, key: IdempotencyKey(rawValue: "save"))
        for _ in 0..<6 {
            clock.advance(by: .seconds(3_600))
            await campus.life.run(until: clock.date)
        }
        #expect(try await maya.pokes.incoming().value.list.elements.isEmpty == false)
    }

    @Test func `a step waits until its due date, and a cancelled run ends without acts`() async throws {
        let campus = try await DemoCampus(people: 6, seed: 7, time: clock)
        let due = await campus.life.nextDate
        #expect(due > clock.date)
        let run = Task { await campus.life.run(until: .distantFuture) }
        await clock.waitForSleepers(atLeast: 1)
        run.cancel()
        #expect(await run.value.isEmpty)
        let step = Task { try await campus.life.step() }
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(600))
        #expect(try await step.value.date == due)
    }

    @Test func `a step sleeps for exactly the time until its due date`() async throws {
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(3_600))
        let life = CampusLife(residents: [], seed: 7, time: clock)
        for _ in 0..<3 {
            let due = await life.nextDate
            #expect(due > clock.date)
            let act = try await life.step()
            #expect(act.date == due)
            #expect(abs(clock.date.timeIntervalSince(due)) < 0.001)
        }
    }

    /// Another device of a resident.
    private func resident(_ index: Int, of campus: DemoCampus) -> SeedResident {
        SeedResident(
            campus.residents[index], number: 200, on: campus.backend, server: campus.server, time: clock,
            random: .seeded(9))
    }
}

private enum PNGSignature {
    static func isIn(_ data: Data) -> Bool { data.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
}
