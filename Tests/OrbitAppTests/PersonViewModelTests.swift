import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

@Suite @MainActor struct PersonViewModelTests {
    private let campus = SmallCampus()

    private func opened(_ id: UserID, by device: SignedInDevice) async -> PersonViewModel {
        let sheet = device.user.sheet(of: id)
        await sheet.load()
        return sheet
    }

    @Test func `a poke waits on the sender's sheet, is accepted on the receiver's, and connects both`() async throws {
        let maya = try await campus.join("maya")
        let liam = try await campus.join(
            "liam",
            change: {
                $0.bio = "Slow runner"
                $0.visibility = ProfileVisibility([.bio: .matches])
            })
        let sheet = await opened(try liam.user.ownID, by: maya)
        #expect(sheet.detail?.name == "Liam")
        #expect(sheet.detail?.bio == nil)
        #expect(sheet.detail?.chips.allSatisfy(\.isShared) == true)
        #expect(sheet.action == .available)
        await sheet.connect(note: .coffee)
        #expect(sheet.action == .waiting)
        #expect(sheet.failure == nil)

        // The log notifies Liam's device, although its list of pokes was never loaded.
        let answer = await opened(try maya.user.ownID, by: liam)
        await waitUntil { answer.action == .answering }
        await liam.user.pokes.incoming.load()
        #expect(answer.action == .answering)
        await liam.user.discover.load()
        #expect(try liam.user.discover.people.items.value?.map(\.id) == [maya.user.ownID])
        await answer.connect()
        #expect(answer.action == .connected)
        #expect(liam.user.discover.people.items == .empty)
        #expect(liam.user.pokes.newMatch?.partnerName == "Maya")
        #expect(liam.user.pokes.incoming.items == .empty)

        await waitUntil { sheet.action == .connected }
        await waitUntil { sheet.detail?.bio == "Slow runner" }
        await maya.user.matches.matches.load()
        await sheet.disconnect()
        #expect(sheet.match == nil)
        #expect(sheet.action == .available)
        await waitUntil { sheet.detail?.bio == nil }
        #expect(maya.user.matches.matches.items == .empty)
    }

    @Test func `connecting with a person whose poke was not noticed makes the match`() async throws {
        let maya = try await campus.join("maya")
        let liam = try await campus.join("liam", intercept: InterceptedTransport.withoutEvents)
        await waitUntil { liam.user.connection == .unavailable }
        await opened(try liam.user.ownID, by: maya).connect()
        let sheet = await opened(try maya.user.ownID, by: liam)
        #expect(sheet.action == .available)
        await sheet.connect()
        #expect(sheet.action == .connected)
        #expect(sheet.match?.partnerName == "Maya")
    }

    @Test func `during a cooldown the button shows when the cooldown ends, and then allows a poke again`() async throws
    {
        let campus = SmallCampus(clock: VirtualClock())
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let sheet = await opened(try liam.user.ownID, by: maya)
        await sheet.connect()
        await maya.user.pokes.outgoing.load()
        let poke = try #require(maya.user.pokes.outgoing.items.value?.first)
        await maya.user.pokes.withdraw(poke)
        let words = "You can poke this person again in 30 days. They can poke you whenever they like."
        #expect(sheet.action == .unavailable(words))
        let end = campus.clock.date.addingTimeInterval(PokeLimits.standard.coolDown)
        #expect(sheet.limitReached?.resetsAt == end)
        // Nothing is sent while the button is unavailable.
        await sheet.connect()
        #expect(sheet.failure == nil)

        // A device that has not loaded the cooldown receives the same text with the refusal.
        let elsewhere = await opened(try liam.user.ownID, by: try await campus.signIn("maya"))
        #expect(elsewhere.action == .available)
        await elsewhere.connect()
        #expect(elsewhere.action == .unavailable(words))
        #expect(elsewhere.failure?.message == words)
        #expect(elsewhere.limitReached?.resetsAt == end)
        campus.clock.advance(by: .seconds(PokeLimits.standard.coolDown))
        #expect(sheet.action == .available && elsewhere.action == .available)
    }

    @Test func `without events, a poke sent from another device is discovered by poking`() async throws {
        let maya = try await campus.join("maya", intercept: InterceptedTransport.withoutEvents)
        await waitUntil { maya.user.connection == .unavailable }
        let liam = try await campus.join("liam")
        let elsewhere = try await campus.signIn("maya")
        await opened(try liam.user.ownID, by: elsewhere).connect()
        let sheet = await opened(try liam.user.ownID, by: maya)
        #expect(sheet.action == .available)
        await sheet.connect()
        #expect(sheet.action == .waiting)
        #expect(sheet.failure != nil)
        #expect(maya.user.pokes.outgoing.items.value?.count == 1)
    }

    @Test func `today's match opens as connected`() async throws {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        await maya.loadTodaysMatch()
        let match = try #require(maya.user.today.match.value?.matches.first)
        let sheet = await opened(match.partnerID, by: maya)
        #expect(try sheet.id == liam.user.ownID)
        #expect(sheet.action == .connected)
        await sheet.disconnect()
        #expect(maya.user.today.match.value == .disconnected)
    }

    @Test func `a block removes a person from all lists and sheets, and an unblock restores them`() async throws {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let sheet = await opened(try liam.user.ownID, by: maya)
        await maya.loadTodaysMatch()
        await maya.user.matches.matches.load()
        #expect(sheet.action == .connected)
        let second = await opened(try liam.user.ownID, by: maya)
        await sheet.block()
        #expect(second.isBlocked && second.detail == nil && !second.action.isEnabled)
        #expect(sheet.isBlocked && sheet.detail == nil && sheet.failure == nil)
        #expect(!sheet.action.isEnabled)
        #expect(maya.user.today.match.value == .disconnected)
        #expect(maya.user.matches.matches.items == .empty)
        await maya.user.blocks.blocked.load()
        #expect(try maya.user.blocks.blocked.items.value?.map(\.userID) == [liam.user.ownID])

        let theirs = liam.user.sheet(of: try maya.user.ownID)
        await theirs.load()
        #expect(theirs.detail == nil)
        #expect(theirs.person.failure?.message == "This person is not here any more.")
        await theirs.connect()
        #expect(theirs.failure == nil)

        await maya.user.blocks.unblock(try liam.user.ownID)
        // The event of the unblock also loads the sheet again, and may replace a load that began before.
        let again = await opened(try liam.user.ownID, by: maya)
        await waitUntil { again.detail?.name == "Liam" }
        #expect(again.action == .available)
        await sheet.load()
        #expect(!sheet.isBlocked && sheet.detail?.name == "Liam")
    }

    @Test func `after a sign-out the next person sees no data of the previous person`() async throws {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        await opened(try liam.user.ownID, by: maya).connect()
        await maya.user.pokes.outgoing.load()
        let (pokes, matches, today, blocks) = (maya.user.pokes, maya.user.matches, maya.user.today, maya.user.blocks)
        try await maya.app.logout()
        #expect(maya.app.user == nil)
        await campus.signIn("zoe", on: maya.app)
        let zoe = try #require(maya.app.user)
        #expect(zoe.pokes !== pokes && zoe.matches !== matches && zoe.today !== today && zoe.blocks !== blocks)
        #expect(zoe.pokes.outgoing.items == .idle)
        #expect(zoe.sheet(of: try liam.user.ownID).action == .available)
    }

    @Test func `a block applies before the server's response, and is undone if the server refuses`() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        let refusal: HTTPResponse = try .problem(403, Problem(code: .forbidden, message: "Not today."))
        let liam = try await campus.join("liam")
        let maya = try await campus.join("maya") { request in
            guard request.url.path().contains("/blocks/") else { return nil }
            arrived.yield()
            for await _ in releases { break }
            return refusal
        }
        let sheet = await opened(try liam.user.ownID, by: maya)
        await maya.user.discover.load()
        await sheet.connect()
        await maya.user.pokes.outgoing.load()
        let suggested = maya.user.discover.people.items
        let block = Task { await sheet.block() }
        for await _ in arrivals { break }
        #expect(sheet.isBlocking)
        #expect(!sheet.action.isEnabled)
        #expect(maya.user.pokes.outgoing.items == .empty)
        #expect(maya.user.discover.people.items == .empty)
        await sheet.block()
        release.yield()
        #expect(await block.value.failure?.message == "Not today.")
        #expect(maya.user.pokes.outgoing.items.value?.count == 1)
        #expect(maya.user.discover.people.items == suggested && suggested.value?.count == 1)
        #expect(!sheet.isBlocked && !sheet.isBlocking)
        #expect(sheet.failure?.message == "Not today.")
        #expect(sheet.action == .waiting)
    }

    @Test func `a poke in flight shows on the button, and a second tap sends nothing`() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        let liam = try await campus.join("liam")
        let maya = try await campus.join("maya") { request in
            guard request.method == .post, request.url.path().hasSuffix("/pokes") else { return nil }
            arrived.yield()
            for await _ in releases { break }
            return nil
        }
        let sheet = await opened(try liam.user.ownID, by: maya)
        let connecting = Task { await sheet.connect() }
        for await _ in arrivals { break }
        #expect(sheet.action == .sending)
        await sheet.connect()
        release.yield()
        #expect(await connecting.value == .done)
        #expect(sheet.action == .waiting)
    }
}
