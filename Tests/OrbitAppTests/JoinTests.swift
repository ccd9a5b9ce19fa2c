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

/// What one feature changes in another.
@Suite @MainActor struct JoinTests {
    private let campus = SmallCampus()

    private func others(_ app: AppModel) -> [String] {
        (app.discover.people.items.value ?? []).map(\.person.profile.name).sorted()
    }

    @Test func `today's match is not suggested any more, and stands among the matches`() async throws {
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya")
        await maya.discover.load()
        await maya.matches.matches.load()
        #expect(others(maya) == ["Liam"])
        await maya.today.load()
        await maya.today.load()  // the day was paired after the first
        #expect(maya.today.match.value?.matches.map(\.partnerName) == ["Liam"])
        await waitUntil { maya.discover.people.items == .empty }
        await waitUntil { maya.matches.matches.items.value?.map(\.partnerName) == ["Liam"] }
    }

    @Test func `a match found in the list is not suggested any more`() async throws {
        let (liam, maya) = (try await campus.join("liam"), try await campus.join("maya"))
        await maya.discover.load()
        await maya.sheet(of: try liam.ownID).connect()
        let sheet = maya.sheet(of: try #require(maya.discover.people.items.value?.first))
        await sheet.connect()
        await waitUntil { !liam.pokes.incoming.known.isEmpty }
        await liam.pokes.incoming.load()
        await liam.pokes.accept(try #require(liam.pokes.incoming.items.value?.first))
        await waitUntil { maya.discover.people.items == .empty }
        #expect(try maya.matches.match(with: liam.ownID) != nil)
        await maya.matches.matches.load()
        #expect(maya.matches.matches.items.value?.map(\.partnerName) == ["Liam"])
    }

    @Test func `whom dealbreakers rule out is not suggested once they are saved`() async throws {
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya")
        await maya.dealbreakers.load()
        await maya.dealbreakers.save()
        #expect(maya.discover.people.items == .idle)
        await maya.discover.load()
        #expect(others(maya) == ["Liam"])
        maya.dealbreakers.draft.ages = 60...70
        await maya.dealbreakers.save()
        #expect(maya.dealbreakers.failure == nil)
        await waitUntil { maya.discover.people.items == .empty }
    }

    @Test func `a person who is suggested is asked anew when the profile is saved`() async throws {
        let held = Held("/discover/users")
        let maya = try await campus.join("maya", intercept: held.intercept)
        #expect(held.requestCount == 0)
        held.release()
        await maya.discover.load()
        maya.editProfile()
        maya.profile.draft.bio = "Slow runner"
        await maya.saveProfile()
        #expect(maya.route == .home)
        await held.isAwaited(times: 2)
    }

    @Test func `a person who is blocked stands in the list of blocks, and no undo names them`() async throws {
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya")
        await maya.blocks.blocked.load()
        #expect(maya.blocks.blocked.items == .empty)
        await maya.discover.load()
        let sheet = maya.sheet(of: try #require(maya.discover.people.items.value?.first))
        await maya.discover.showLess(like: sheet.id)
        await maya.discover.lessLiked.load()
        #expect(maya.discover.hidden?.id == sheet.id)
        #expect(maya.discover.lessLiked.items.value?.count == 1)
        await sheet.block()
        #expect(maya.discover.hidden == nil)
        #expect(maya.discover.lessLiked.items == .empty)
        let shown = maya.blocks.blocked.items
        #expect(shown.value?.map(\.name) == ["Liam"])
        await maya.blocks.blocked.load()
        #expect(maya.blocks.blocked.items == shown)
    }

    @Test func `a refused block does not bring back somebody of whom one wants to see less`() async throws {
        let refusal: HTTPResponse = try .problem(403, Problem(code: .forbidden, message: "Not today."))
        _ = try await campus.join("liam")
        let maya = try await campus.join("maya") { $0.url.path().contains("/blocks/") ? refusal : nil }
        await maya.discover.load()
        let sheet = maya.sheet(of: try #require(maya.discover.people.items.value?.first))
        await maya.discover.showLess(like: sheet.id)
        await sheet.block()
        #expect(sheet.failure?.message == "Not today.")
        #expect(maya.discover.people.items == .empty)
    }
}
