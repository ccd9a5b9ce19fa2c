import Auth
import Chat
import Connections
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

@testable import OrbitApp

/// Actions without a network: they wait in the outbox of the account, and arrive once.
@Suite @MainActor struct UnsentActionsTests {
    private let campus = SmallCampus()
    private let scratch: AppDirectory
    private let tokens = MemoryTokenStore()
    private let network: SwitchedNetwork

    init() throws {
        scratch = try AppDirectory()
        network = SwitchedNetwork(campus.backend)
    }

    /// Maya's device on the network that can be switched off.
    private func launchMaya() async throws -> SignedInDevice {
        _ = try await campus.join("maya", tokens: tokens)
        let app = AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"), transport: network, tokens: tokens,
                directory: scratch.directory, registry: CampusSeed.registry, zone: CampusSeed.timeZone,
                time: campus.clock, random: .seeded(50)))
        await app.launch()
        #expect(app.route == .home)
        return SignedInDevice(app: app, user: try #require(app.user))
    }

    /// Maya's sheet of Liam, loaded with the network.
    private func sheet(of liam: SignedInDevice, on maya: SignedInDevice) async throws -> PersonViewModel {
        let sheet = maya.user.sheet(of: try liam.user.ownID)
        await sheet.load()
        await maya.user.pokes.outgoing.load()
        return sheet
    }

    private func received(by device: SignedInDevice) async -> Int {
        await device.user.pokes.incoming.load()
        return device.user.pokes.incoming.items.value?.count ?? 0
    }

    @Test func `a poke without a network waits, looks sent, and arrives once when the network is back`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await launchMaya())
        let sheet = try await sheet(of: liam, on: maya)
        network.turn(.off)
        #expect(await sheet.connect() == .queued)
        #expect(sheet.action == .waiting && sheet.failure == nil)
        #expect(maya.user.pokes.outgoing.items.value?.map(\.person.id) == [sheet.id])
        #expect(await sheet.connect() == .skipped)
        await waitUntil { maya.user.unsentCount == 1 }
        #expect(await maya.user.unsent.send(within: .seconds(60)) == 1)
        #expect(maya.user.unsent.text?.hasPrefix("1 action is not sent yet") == true)
        network.turn(.on)
        #expect(await maya.user.unsent.send(within: .seconds(60)) == 0)
        await waitUntil { maya.user.unsentCount == 0 }
        #expect(await received(by: liam) == 1)
        await maya.user.pokes.outgoing.load()
        #expect(maya.user.pokes.outgoing.items.value?.count == 1 && !maya.user.pokes.isQueued(to: sheet.id))
    }

    @Test func `a poke with a lost response is repeated with its key, and is refused by no rule`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await launchMaya())
        let sheet = try await sheet(of: liam, on: maya)
        network.turn(.losesResponses)
        // The event may arrive although the response is lost.
        let outcome = await sheet.connect()
        #expect(outcome == .queued || outcome == .done)
        network.turn(.on)
        await maya.user.unsent.send(within: .seconds(60))
        await waitUntil { maya.user.unsentCount == 0 }
        #expect(await received(by: liam) == 1)
        #expect(maya.user.unsent.refused.isEmpty && sheet.action == .waiting)
    }

    @Test func `a sign-out that keeps unsent actions sends them after the next sign-in to the account`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await launchMaya())
        let sheet = try await sheet(of: liam, on: maya)
        network.turn(.off)
        await sheet.connect()
        await waitUntil { maya.user.unsentCount == 1 }
        try await maya.app.logout(unsent: .keep)
        network.turn(.on)
        await campus.signIn("maya", on: maya.app)
        let again = try #require(maya.app.user)
        await waitUntil { again.chat?.messages != nil && again.unsentCount == 0 }
        #expect(await received(by: liam) == 1)
    }

    @Test func `a sign-out discards unsent actions unless the user keeps them`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await launchMaya())
        let sheet = try await sheet(of: liam, on: maya)
        network.turn(.off)
        await sheet.connect()
        await waitUntil { maya.user.unsentCount == 1 }
        try await maya.app.logout()
        network.turn(.on)
        await campus.signIn("maya", on: maya.app)
        let again = try #require(maya.app.user)
        await waitUntil { again.chat?.messages != nil }
        await again.unsent.send(within: .seconds(60))
        #expect(again.unsentCount == 0)
        #expect(await received(by: liam) == 0)
    }

    @Test func `the unsent actions of an account are neither shown nor sent for the next account`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await launchMaya())
        let sheet = try await sheet(of: liam, on: maya)
        network.turn(.off)
        await sheet.connect()
        await waitUntil { maya.user.unsentCount == 1 }
        try await maya.app.logout(unsent: .keep)
        network.turn(.on)
        await campus.signIn("liam", on: maya.app)
        let next = try #require(maya.app.user)
        await waitUntil { next.chat?.messages != nil }
        await next.unsent.send(within: .seconds(60))
        #expect(next.unsentCount == 0)
        #expect(await received(by: liam) == 0)
    }

    @Test func `a waiting poke that another device has sent meanwhile is refused, shown, and can be removed`()
        async throws
    {
        let (liam, maya) = (try await campus.join("liam"), try await launchMaya())
        let sheet = try await sheet(of: liam, on: maya)
        network.turn(.off)
        await sheet.connect()
        let other = try await campus.signIn("maya")
        let there = other.user.sheet(of: sheet.id)
        await there.load()
        #expect(await there.connect() == .done)
        network.turn(.on)
        await maya.user.unsent.send(within: .seconds(60))
        await waitUntil { !maya.user.unsent.refused.isEmpty }
        let refused = try #require(maya.user.unsent.refused.first)
        #expect(refused.kind == "poke" && refused.failure.kind == .refused(.alreadyPoked))
        #expect(!maya.user.pokes.isQueued(to: sheet.id))
        #expect(await maya.user.unsent.remove(refused) == .done)
        await waitUntil { maya.user.unsentCount == 0 }
        #expect(await received(by: liam) == 1)
    }

    @Test func `an outbox that another app has open is reported, and the app starts nevertheless`() async throws {
        let maya = try await launchMaya()
        let second = AppModel(
            AppEnvironment(
                server: try ServerAddress("https://orbit.example/api"), transport: network, tokens: tokens,
                directory: scratch.directory, registry: CampusSeed.registry, zone: CampusSeed.timeZone,
                time: campus.clock, random: .seeded(51)))
        await second.launch()
        let user = try #require(second.user)
        await waitUntil { user.unsent.failure != nil }
        #expect(second.route == .home && user.chat?.messages == nil)
        #expect(maya.user.unsent.failure == nil && maya.user.chat?.messages != nil)
    }

    // MARK: Opening and ending

    /// The unsent actions of a new session, with the queue that stores actions in them.
    private func session() -> (unsent: UnsentActions, queue: ActionQueue) {
        let log = EventLog(time: campus.clock, random: .seeded(52))
        return (UnsentActions(in: scratch.directory, log: log, random: .seeded(53)), log.queue)
    }

    @Test func `an outbox that is opened twice at once is open, and no failure is shown`() async throws {
        let (unsent, queue) = session()
        let attempts = (0..<2).map { _ in Task { await unsent.open(as: "u_1") } }
        for attempt in attempts { await attempt.value }
        #expect(queue.store != nil && unsent.failure == nil && !unsent.isInUse)
        unsent.end()
        try await unsent.closed()
    }

    @Test func `a sign-out while the outbox is being opened deletes its actions`() async throws {
        let (first, queue) = session()
        await first.open(as: "u_1")
        let action = ActionQueue.Item(key: IdempotencyKey(rawValue: "k1"), kind: "k", lane: "a", content: Data())
        let store = try #require(queue.store)
        try await store(action)
        first.end()
        try await first.closed()
        let second = session().unsent
        second.isDiscarded = true
        let opening = Task { await second.open(as: "u_1") }
        let ending = Task { second.end() }
        await opening.value
        await ending.value
        try await second.closed()
        let third = session().unsent
        await third.open(as: "u_1")
        #expect(third.count == 0 && third.failure == nil)
        third.end()
        try await third.closed()
    }

    @Test func `a sign-out deletes an outbox that is damaged, so that messages can be written after the next sign-in`()
        async throws
    {
        let maya = try await launchMaya()
        try await maya.app.logout(unsent: .keep)
        try damageOutbox()
        await campus.signIn("maya", on: maya.app)
        let second = try #require(maya.app.user)
        await waitUntil { second.unsent.failure != nil }
        #expect(second.unsent.failure?.message.contains("Sign out") == true)
        try await maya.app.logout()
        await campus.signIn("maya", on: maya.app)
        let third = try #require(maya.app.user)
        await waitUntil { third.chat?.messages != nil || third.unsent.failure != nil }
        #expect(third.unsent.failure == nil)
    }

    /// Changes a byte at the beginning of the only stored outbox.
    private func damageOutbox() throws {
        let folder = URL(filePath: scratch.directory.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first { $0.hasPrefix("outbox-") })
        let file = try FileHandle(forUpdating: folder.appending(path: "\(name)/entries"))
        try file.seek(toOffset: 20)
        try file.write(contentsOf: Data([0xFF]))
        try file.close()
    }
}
