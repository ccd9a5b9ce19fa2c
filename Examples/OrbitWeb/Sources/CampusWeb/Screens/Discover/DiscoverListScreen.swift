import Connections
import Discover
import Foundation
import Matching
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles

/// The suggested people as a list, with the reasons.
@MainActor enum DiscoverListScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let list = visit.list(
            user.discover.people, link: (visit.word(.edit), "/profile/edit/interests"), more: "/discover/more"
        ) { row($0, user, visit) }
        var resting = Markup.empty
        if let people = user.discover.resting { resting = "<p class=\"meta\">\(people.phrase(in: visit.words))</p>" }
        return PageScreen(
            visit.words(HomeTab.discover), tab: .discover,
            [
                PageScreen.Region("links", links(visit)),
                PageScreen.Region("today", news(user, visit)),
                PageScreen.Region("people", "\(list)\(resting)"),
            ])
    }

    static func links(_ visit: PageVisit) -> Markup {
        visit.subtabs([
            (visit.word(.solarSystem), "/discover"), (visit.word(.list), "/discover/list"),
            (visit.word(.dealbreakers), "/discover/dealbreakers"),
        ])
    }

    /// Sentences above the people: a new day, and the last person that was marked.
    static func news(_ user: SignedInUser, _ visit: PageVisit) -> Markup {
        var html = visit.failure(user.discover.failure)
        if user.discover.isOutdated {
            html += """
                <p class="notice">\(visit.word(.newDay)) \(visit.button(visit.word(.loadAgain), "/discover/reload"))</p>
                """
        }
        if let marked = user.discover.lastMarked {
            let name = marked.person.profile.name
            html += """
                <p class="notice">\(visit.word(.lessLikeDone, ["name": .text(name)]))
                \(visit.button(visit.word(.undo), "/discover/undo"))</p>
                """
        }
        return html
    }

    private static func row(_ suggestion: Suggestion, _ user: SignedInUser, _ visit: PageVisit) -> Markup {
        let reasons = (suggestion.compatibility?.reasons ?? []).map { $0.phrase(in: visit.words) }
            .filter { !$0.isEmpty }.map { reason -> Markup in "<li>\(reason)</li>" }
        var fit = Markup.empty
        if let compatibility = suggestion.compatibility {
            let percent = visit.dates.percent(compatibility.score)
            fit = """
                <p class="meta"><meter min="0" max="100" value=\(Int(compatibility.score * 100)) \
                aria-label=\(visit.word(.fit))></meter> \(visit.word(.fitPercent, ["percent": .text(percent)]))</p>
                """
        }
        let id = suggestion.id.rawValue
        return """
            <li class="card" id=\("person-\(id)")><div class="head">\(visit.portrait(suggestion.person))
            <div><h2>\(visit.link(to: suggestion.person))</h2>\(fit)</div></div>
            <ul>\(reasons)</ul>
            <div class="actions">\(visit.button(visit.word(.lessLike), PagePath.to("discover", "less", id)))</div></li>
            """
    }
}

/// The requirements that exclude people, and the people marked "less like this".
@MainActor enum DealbreakersScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.dealbreakers
        let form = visit.state(model.saved, empty: fields(model, visit)) { _ in fields(model, visit) }
        let marked = visit.list(user.discover.negativeFeedback) { person in
            """
            <li class="card head" id=\("less-\(person.id.rawValue)")>\(visit.portrait(person))
            <div>\(visit.link(to: person))
            \(visit.button(visit.word(.undo), PagePath.to("discover", "unless", person.id.rawValue)))</div></li>
            """
        }
        return PageScreen(
            visit.word(.dealbreakers), tab: .discover,
            [
                PageScreen.Region("links", DiscoverListScreen.links(visit)),
                PageScreen.Region("form", form),
                PageScreen.Region("marked", "<h2>\(visit.word(.lessLikeTitle))</h2>\(marked)"),
            ])
    }

    private static func fields(_ model: DealbreakersViewModel, _ visit: PageVisit) -> Markup {
        let draft = model.draft
        var distances = [(value: "", title: visit.word(.anyDistance))]
        for level in DistanceLevel.allCases { distances.append((value: level.rawValue, title: distance(level, visit))) }
        var times = [(value: "", title: visit.word(.anyTime))]
        for level in [FreeTimeLevel.some, FreeTimeLevel.plenty] {
            times.append((value: level.rawValue, title: freeTime(level, visit)))
        }
        return visit.form(
            "/discover/dealbreakers",
            """
            <p class="hint">\(visit.word(.dealbreakersHint))</p>
            <div class="row">
            \(visit.field(visit.word(.fromAge), "from", draft.ages.map { String($0.lowerBound) } ?? "", type: "number"))
            \(visit.field(visit.word(.toAge), "to", draft.ages.map { String($0.upperBound) } ?? "", type: "number"))
            </div>
            \(visit.select(visit.word(.distance), "distance", draft.farthest?.rawValue ?? "", distances))
            \(visit.select(visit.word(.freeHours), "time", draft.freeTime?.rawValue ?? "", times))
            \(visit.choices(
                visit.word(.goals), "goals", visit.options(FriendshipGoal.known),
                chosen: Set(draft.goals.map(\.rawValue))))
            \(visit.failure(model.failure))
            <button class="primary"\("disabled", if: model.isSaving)>\(visit.word(.save))</button>
            """)
    }

    private static func distance(_ level: DistanceLevel, _ visit: PageVisit) -> String {
        switch level {
        case .same: visit.word(.distanceSame)
        case .neighbouring: visit.word(.distanceNeighbouring)
        case .further: visit.word(.distanceFurther)
        }
    }

    private static func freeTime(_ level: FreeTimeLevel, _ visit: PageVisit) -> String {
        visit.word(level == .plenty ? .timePlenty : .timeSome)
    }
}
