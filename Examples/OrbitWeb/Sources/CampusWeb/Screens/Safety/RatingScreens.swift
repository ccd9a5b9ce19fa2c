import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Reputation
import Trust

/// The ratings of the people that the user has met at a meetup.
@MainActor enum RatingScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = SafetyPages.rating(visit, user)
        let forms = model.people.map { form($0, model, visit.scoped(by: "due-\($0.person.id.rawValue)")) }
        let given = model.given.map { rating -> Markup in
            """
            <li class="card">\(visit.link(to: rating.person)) · \(visit.word(.stars, ["count": .integer(rating.rating.stars.count)]))</li>
            """
        }
        let none: Markup = forms.isEmpty ? visit.empty(visit.words.empty(.dueRatings)) : ""
        return PageScreen(
            visit.word(.rate), tab: .meetups,
            [
                PageScreen.Region("people", "\(visit.failure(model.failure))\(none)<ul class=\"list\">\(forms)</ul>"),
                PageScreen.Region(
                    "given", given.isEmpty ? "" : "<h2>\(visit.word(.given))</h2><ul class=\"list\">\(given)</ul>"),
            ])
    }

    private static func form(_ due: DueRating, _ model: RateMeetupViewModel, _ visit: PageVisit) -> Markup {
        let draft = model[due.id]
        let problems = model.problems(of: due)
        let stars = RatingRules.stars.map { (value: String($0), title: visit.word(.stars, ["count": .integer($0)])) }
        let again = [(value: "1", title: visit.word(.yes)), (value: "0", title: visit.word(.no))]
        let chosen = draft.meetAgain.map { $0 ? "1" : "0" }
        return """
            <li class="card" id=\("due-\(due.person.id.rawValue)")>
            <div class="head">\(visit.portrait(due.person))<h2>\(visit.link(to: due.person))</h2></div>
            \(visit.form(
                PagePath.to("meetups", model.id.rawValue, "ratings"),
                """
                <input type="hidden" name="person" value=\(due.person.id.rawValue)>
                \(visit.choices(
                    visit.word(.howMany), "stars", stars, chosen: Set([draft.stars.map { String($0) }].compactMap { $0 }),
                    isSingle: true, problem: problems["rating"]))
                \(visit.choices(
                    visit.word(.ratingTags), "tags", visit.options(RatingTag.known),
                    chosen: Set(draft.tags.map(\.rawValue)), problem: problems["tags"]))
                \(visit.textArea(visit.word(.ratingNote), "note", draft.note, maxLength: 280, problem: problems["note"]))
                \(visit.choices(
                    visit.word(.meetAgain), "again", again, chosen: Set([chosen].compactMap { $0 }), isSingle: true,
                    hint: visit.word(.meetAgainHint)))
                <button class="primary"\("disabled", if: model.sendingTo.contains(due.id))>\(visit.word(.sendRating))</button>
                """))</li>
            """
    }
}

/// The user's own reputation, its reasons, and the ratings received.
@MainActor enum StandingScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.standing
        let content = visit.state(model.reputation, empty: visit.empty(visit.words.empty(.ownReputation))) { _ in
            """
            <p><strong>\(model.levelName)</strong> \(model.nextStep ?? "")</p>
            \(lines(model.reasons))
            \(section(.shownToOthers, model.shownToOthers, visit))
            \(section(.facts, model.facts, visit))
            \(section(.explained, model.explanation, visit))
            """
        }
        let received = visit.list(user.ratings.received, more: "/standing/more") { rating -> Markup in
            let tags = rating.rating.tags.map { (text: visit.words($0), isOn: false) }
            let stars = visit.word(.stars, ["count": .integer(rating.rating.stars.count)])
            return """
                <li class="card"><h3>\(visit.link(to: rating.person))</h3><p>\(stars)</p>
                <p dir="auto">\(rating.rating.note ?? "")</p>\(visit.chips(tags))</li>
                """
        }
        return PageScreen(
            visit.word(.standing), tab: .profile,
            [
                PageScreen.Region("standing", content),
                PageScreen.Region("received", "<h2>\(visit.word(.receivedRatings))</h2>\(received)"),
            ])
    }

    private static func lines(_ lines: [String]) -> Markup {
        let items = lines.map { line -> Markup in "<li>\(line)</li>" }
        return items.isEmpty ? .empty : "<ul>\(items)</ul>"
    }

    private static func section(_ title: PageWord, _ texts: [String], _ visit: PageVisit) -> Markup {
        texts.isEmpty ? .empty : "<h2>\(visit.word(title))</h2>\(lines(texts))"
    }
}

/// The question after a meetup.
@MainActor enum AfterScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        if let people = visit.session.models.existing(PeopleToAvoid.self, "after"), !people.sheets.isEmpty {
            return keepAway(people, visit)
        }
        guard let after = user.afterMeetup else {
            return PageScreen(
                visit.words(HomeTab.meetups), tab: .meetups,
                content: visit.empty(visit.word(.noQuestion), link: (visit.words(HomeTab.meetups), "/meetups")))
        }
        let title = after.listing.meetup.plan.title
        return PageScreen(
            visit.word(.howWas, ["title": .text(title)]), tab: .meetups,
            content: """
                <p>\(visit.dates.span(after.listing.meetup.plan.span))</p>
                <div class="actions">
                \(visit.button(visit.word(.itWasGood), "/after", [("good", "1"), ("meetup", after.id.rawValue)], style: "primary"))
                \(visit.button(visit.word(.itWasBad), "/after", [("good", "0"), ("meetup", after.id.rawValue)]))
                <a class="button" href=\(PagePath.to("meetups", after.id.rawValue, "ratings"))>\(visit.word(.rate))</a>
                </div>
                """)
    }

    private static func keepAway(_ people: PeopleToAvoid, _ visit: PageVisit) -> PageScreen {
        let items = people.sheets.map { sheet -> Markup in
            let id = sheet.id.rawValue
            let name = sheet.person.value?.profile.name ?? visit.word(.someone)
            let block = visit.button(
                visit.word(.block), PagePath.to("people", id, "block"), style: "danger", isDisabled: sheet.isBlocked)
            return """
                <li class="card"><h2>\(name: name)</h2><div class="actions">\(block)
                <a class="button" href=\(PagePath.to("report", "person", id))>\(visit.word(.report))</a></div></li>
                """
        }
        return PageScreen(
            visit.word(.keepAway), tab: .meetups,
            content: """
                <p>\(visit.word(.keepAwayHint))</p><ul class="list">\(items)</ul>
                <p><a class="button" href="/meetups">\(visit.words(HomeTab.meetups))</a></p>
                """)
    }
}

/// The people of a bad meetup, which the user may block or report.
@MainActor final class PeopleToAvoid {
    let sheets: [PersonViewModel]

    init(_ sheets: [PersonViewModel]) { self.sheets = sheets }
}
