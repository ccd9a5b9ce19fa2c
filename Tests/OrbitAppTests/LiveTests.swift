import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

/// Actions of other people, which appear without a reload.
@Suite @MainActor struct LiveTests {
    private let campus = SmallCampus()

    /// Maya's and Liam's devices, both live.
    private func devices(
        intercept: @escaping InterceptedTransport.Intercept = { _ in nil }
    ) async throws -> (maya: SignedInDevice, liam: SignedInDevice) {
        let (liam, maya) = (try await campus.join("liam"), try await campus.join("maya", intercept: intercept))
        for device in [maya, liam] { await waitUntil { device.user.connection == .live } }
        return (maya, liam)
    }

    private func opened(_ id: UserID, by device: SignedInDevice) async -> PersonViewModel {
        let sheet = device.user.sheet(of: id)
        await sheet.load()
        return sheet
    }

    @Test func `a poke and the match after its acceptance appear without a reload`() async throws {
        let (maya, liam) = try await devices()
        await maya.user.pokes.incoming.load()
        await maya.user.matches.matches.load()
        #expect(maya.user.pokes.incoming.items == .empty && maya.user.matches.matches.items == .empty)
        let sheet = await opened(try maya.user.ownID, by: liam)
        #expect(await sheet.connect(note: .coffee) == .done)
        await waitUntil { maya.user.pokes.incoming.items.value?.map(\.poke.note) == [.coffee] }
        #expect(await maya.user.pokes.accept(try #require(maya.user.pokes.incoming.known.first)) == .done)
        #expect(maya.user.matches.matches.items.value?.map(\.partnerName) == ["Liam"])
        await waitUntil { sheet.action == .connected }
        #expect(liam.user.pokes.newMatch?.partnerName == "Maya")
        #expect(liam.user.pokes.outgoing.known.first?.poke.status == .accepted)
    }

    @Test func `a changed name appears in every list and sheet without a reload`() async throws {
        let (maya, liam) = try await devices()
        await maya.user.today.load()
        await maya.user.matches.matches.load()
        let sheet = await opened(try liam.user.ownID, by: maya)
        liam.app.editProfile()
        liam.user.profile.draft.name = "William"
        await liam.app.saveProfile()
        await waitUntil { maya.user.matches.matches.items.value?.map(\.partnerName) == ["William"] }
        #expect(maya.user.today.match.value?.matches.map(\.partnerName) == ["William"])
        #expect(sheet.detail?.name == "William")
    }

    @Test func `a block removes both people from each other's lists, and no later action arrives`() async throws {
        let (maya, liam) = try await devices()
        for device in [maya, liam] {
            await device.user.discover.load()
            await device.loadTodaysMatch()
            await device.user.matches.matches.load()
            await device.user.pokes.incoming.load()
        }
        let (theirs, ours) = (
            await opened(try maya.user.ownID, by: liam), await opened(try liam.user.ownID, by: maya)
        )
        #expect(theirs.action == .connected && ours.action == .connected)
        #expect(await ours.block() == .done)
        await waitUntil { liam.user.matches.matches.items == .empty }
        #expect(liam.user.today.match.value == .disconnected && maya.user.today.match.value == .disconnected)
        #expect(theirs.detail == nil && theirs.match == nil && ours.detail == nil && ours.match == nil)
        #expect(maya.user.matches.matches.items == .empty && maya.user.discover.people.items == .empty)
        // A blocked person is not notified of the block.
        #expect(!theirs.isBlocked && liam.user.blocks.blocked.known.isEmpty && liam.user.pokes.newMatch == nil)

        // Maya receives nothing about Liam's later actions, and receives the actions of another person.
        let before = campus.received(by: "maya").count
        liam.app.editProfile()
        liam.user.profile.draft.name = "Canary"
        await liam.app.saveProfile()
        #expect(await theirs.connect() == .skipped)
        let zoe = try await campus.join("zoe")
        await opened(try maya.user.ownID, by: zoe).connect()
        await waitUntil { maya.user.pokes.incoming.items.value?.map(\.person.profile.name) == ["Zoe"] }
        await maya.user.discover.load()
        await maya.user.matches.matches.load()
        #expect(maya.user.pokes.incoming.known.count == 1 && ours.detail == nil)
        let since = campus.received(by: "maya").dropFirst(before)
        #expect(since.contains { $0.range(of: Data("Zoe".utf8)) != nil })
        for canary in ["Canary", try liam.user.ownID.rawValue] {
            #expect(!since.contains { $0.range(of: Data(canary.utf8)) != nil })
        }
    }

    @Test func `an interrupted stream reconnects and delivers the missed events`() async throws {
        let isDown = LockedState(false)
        let (maya, liam) = try await devices { request in
            request.url.path().hasSuffix("/events") && isDown.withLock { $0 } ? HTTPResponse(status: 503) : nil
        }
        await maya.user.pokes.incoming.load()
        isDown.withLock { $0 = true }
        campus.cutStreams(of: "maya")
        await waitUntil { if case .waiting = maya.user.connection { true } else { false } }
        await opened(try maya.user.ownID, by: liam).connect()
        isDown.withLock { $0 = false }
        await campus.reconnect(maya.user)
        await waitUntil { maya.user.pokes.incoming.items.value?.count == 1 }
    }

    @Test func `a device that lacks more events than the server sends at once reloads every list`() async throws {
        let isDown = LockedState(false)
        // First, because a second sign-in advances the clock by a minute, which can end the streams of other devices.
        let other = try await campus.signIn("maya")
        let (maya, liam) = try await devices { request in
            request.url.path().hasSuffix("/events") && isDown.withLock { $0 } ? HTTPResponse(status: 503) : nil
        }
        await maya.user.pokes.incoming.load()
        await maya.user.dealbreakers.load()
        isDown.withLock { $0 = true }
        campus.cutStreams(of: "maya")
        await waitUntil { if case .waiting = maya.user.connection { true } else { false } }
        await opened(try maya.user.ownID, by: liam).connect()
        await other.user.dealbreakers.load()
        for number in 0..<260 {  // more events than the server sends individually
            other.user.dealbreakers.draft.ages = 18...20 + number % 7
            #expect(await other.user.dealbreakers.save() == .done)
        }
        isDown.withLock { $0 = false }
        await campus.reconnect(maya.user)
        await waitUntil { maya.user.pokes.incoming.items.value?.count == 1 }
        await waitUntil { maya.user.dealbreakers.saved.value?.ages == 18...20 + 259 % 7 }
    }

    @Test func `without events, lists follow the user's actions and reloads`() async throws {
        let (liam, maya) = (
            try await campus.join("liam"),
            try await campus.join("maya", intercept: InterceptedTransport.withoutEvents)
        )
        await waitUntil { maya.user.connection == .unavailable }
        await maya.user.pokes.incoming.load()
        await maya.user.pokes.outgoing.load()
        await maya.user.discover.load()
        await opened(try maya.user.ownID, by: liam).connect()
        #expect(maya.user.pokes.incoming.items == .empty)
        await maya.user.pokes.incoming.load()
        #expect(await maya.user.pokes.accept(try #require(maya.user.pokes.incoming.known.first)) == .done)
        #expect(maya.user.pokes.incoming.items == .empty && maya.user.discover.people.items == .empty)
        #expect(maya.user.matches.match(with: try liam.user.ownID) != nil)
        #expect(await opened(try liam.user.ownID, by: maya).block() == .done)
        #expect(maya.user.matches.match(with: try liam.user.ownID) == nil)
        #expect(maya.user.blocks.isBlocked(try liam.user.ownID))
    }
}
