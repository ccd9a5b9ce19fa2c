import Connections
import Discover
import Foundation
import Matching
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The pages and forms of the suggested people.
enum DiscoverPages {
    /// The people of a page of the list, and of the solar system.
    private static let shownPeople = 40

    static let pages: [SitePage] = [
        .user("/discover", load: load, screen: SolarSystemScreen.screen),
        .user("/discover/list", load: load, screen: DiscoverListScreen.screen),
        .user(
            "/discover/dealbreakers",
            load: { _, user in
                if user.dealbreakers.saved.needsLoad { await user.dealbreakers.load() }
                if user.discover.negativeFeedback.items.needsLoad { await user.discover.negativeFeedback.load() }
                return nil
            }, screen: DealbreakersScreen.screen),
    ]

    static let actions: [FormAction] = [
        .user("/discover/more") { _, user in
            await user.discover.loadMore()
            return "/discover/list"
        },
        .user("/discover/reload") { visit, user in
            await user.discover.load()
            return visit.back
        },
        .user("/discover/less/{id}") { visit, user in
            visit.note(await user.discover.showLess(like: UserID(visit.parameter("id"))))
            return visit.back
        },
        .user("/discover/undo") { visit, user in
            visit.note(await user.discover.undoShowLess())
            return visit.back
        },
        .user("/discover/unless/{id}") { visit, user in
            visit.note(await user.discover.removeNegativeFeedback(for: UserID(visit.parameter("id"))))
            return visit.back
        },
        .user("/discover/dealbreakers") { visit, user in
            let model = user.dealbreakers
            let (from, to) = (visit.form.integer("from"), visit.form.integer("to"))
            // One missing bound is that of the app. Bounds in the wrong order are exchanged.
            let bounds = [from ?? 18, to ?? 100].sorted()
            model.draft.ages = from == nil && to == nil ? nil : bounds[0]...bounds[1]
            model.draft.farthest = DistanceLevel(rawValue: visit.form["distance"])
            model.draft.freeTime = FreeTimeLevel(rawValue: visit.form["time"])
            model.draft.goals = Set(visit.form.values("goals").map { FriendshipGoal(rawValue: $0) })
            if await model.save() == .done { visit.note(visit.word(.saved)) }
            return "/discover/dealbreakers"
        },
    ]

    /// Loads the first people, and reports those on the screen as seen.
    @MainActor private static func load(_ visit: PageVisit, _ user: SignedInUser) async -> String? {
        let people = user.discover.people
        if people.items.needsLoad { await user.discover.load() }
        while people.hasMore, people.known.count < shownPeople, people.items.failure == nil {
            let count = people.known.count
            await people.loadMore()
            // A page with nothing new ends the loop.
            if people.known.count == count { break }
        }
        if user.pokes.incoming.items.needsLoad { await user.pokes.incoming.load() }
        await user.discover.noteSeen(people.known.map(\.id))
        return nil
    }
}
