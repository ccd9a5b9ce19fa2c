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

/// The effects of one feature on another feature.
@Suite @MainActor struct CrossFeatureTests {
    private let campus = SmallCampus()

    private func others(_ device: SignedInDevice) -> [String] {
        (device.user.discover.people.items.value ?? []).map(\.person.profile.name).sorted()
    }

    @Test func `today's match leaves the suggestions and enters the list of matches`() async throws {
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya")
        await maya.user.discover.load()
        await maya.user.matches.matches.load()
        #expect(others(maya) == ["Liam"])
        await maya.loadTodaysMatch()
        #expect(maya.user.today.match.value?.matches.map(\.partnerName) == ["Liam"])
        await waitUntil { maya.user.discover.people.items == .empty }
        await waitUntil { maya.user.matches.matches.items.value?.map(\.partnerName) == ["Liam"] }
    }

    @Test func `a match made from the suggestions is no longer suggested`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await campus.join("maya"))
        await maya.user.discover.load()
        await maya.user.sheet(of: try liam.user.ownID).connect()
        let sheet = maya.user.sheet(of: try #require(maya.user.discover.people.items.value?.first))
        await sheet.connect()
        await waitUntil { !liam.user.pokes.incoming.known.isEmpty }
        await liam.user.pokes.incoming.load()
        await liam.user.pokes.accept(try #require(liam.user.pokes.incoming.items.value?.first))
        await waitUntil { maya.user.discover.people.items == .empty }
        #expect(try maya.user.matches.match(with: liam.user.ownID) != nil)
        await maya.user.matches.matches.load()
        #expect(maya.user.matches.matches.items.value?.map(\.partnerName) == ["Liam"])
    }

    @Test func `saved dealbreakers remove the people that they exclude from the suggestions`() async throws {
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya")
        await maya.user.dealbreakers.load()
        await maya.user.dealbreakers.save()
        #expect(maya.user.discover.people.items == .idle)
        await maya.user.discover.load()
        #expect(others(maya) == ["Liam"])
        maya.user.dealbreakers.draft.ages = 60...70
        await maya.user.dealbreakers.save()
        #expect(maya.user.dealbreakers.failure == nil)
        await waitUntil { maya.user.discover.people.items == .empty }
    }

    @Test func `the suggestions are requested again when the profile is saved`() async throws {
        let held = HeldRequests("/discover/users")
        let maya = try await campus.join("maya", intercept: held.intercept)
        #expect(held.requestCount == 0)
        held.release()
        await maya.user.discover.load()
        maya.app.editProfile()
        maya.user.profile.draft.bio = "Slow runner"
        await maya.app.saveProfile()
        #expect(maya.app.route == .home)
        await held.waitForRequest(times: 2)
    }

    @Test func `a block lists the person as blocked, and removes their undo and their less-liked entry`() async throws {
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya")
        await maya.user.blocks.blocked.load()
        #expect(maya.user.blocks.blocked.items == .empty)
        await maya.user.discover.load()
        let sheet = maya.user.sheet(of: try #require(maya.user.discover.people.items.value?.first))
        await maya.user.discover.showLess(like: sheet.id)
        await maya.user.discover.negativeFeedback.load()
        #expect(maya.user.discover.lastMarked?.id == sheet.id)
        #expect(maya.user.discover.negativeFeedback.items.value?.count == 1)
        await sheet.block()
        #expect(maya.user.discover.lastMarked == nil)
        #expect(maya.user.discover.negativeFeedback.items == .empty)
        let shown = maya.user.blocks.blocked.items
        #expect(shown.value?.map(\.name) == ["Liam"])
        await maya.user.blocks.blocked.load()
        #expect(maya.user.blocks.blocked.items == shown)
    }

    @Test func `a refused block does not restore a person hidden from the suggestions`() async throws {
        let refusal: HTTPResponse = try .problem(403, Problem(code: .forbidden, message: "Not today."))
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya") { $0.url.path().contains("/blocks/") ? refusal : nil }
        await maya.user.discover.load()
        let sheet = maya.user.sheet(of: try #require(maya.user.discover.people.items.value?.first))
        await maya.user.discover.showLess(like: sheet.id)
        await sheet.block()
        #expect(sheet.failure?.message == "Not today.")
        #expect(maya.user.discover.people.items == .empty)
    }
}
