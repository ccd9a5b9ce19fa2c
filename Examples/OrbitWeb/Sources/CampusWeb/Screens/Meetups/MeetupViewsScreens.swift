import Calendars
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The suggested meetups, and the consent to suggestions.
@MainActor enum SuggestedMeetupsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = MeetupPages.suggestions(visit, user)
        let consent = model.consent.value ?? SuggestionConsent.none
        let form = visit.form(
            "/meetups/suggested/consent",
            """
            <p class="hint">\(visit.word(.consentHint))</p>
            \(visit.checkbox(visit.word(.consentMe), "me", isOn: consent.toMe))
            \(visit.checkbox(visit.word(.consentHosts), "hosts", isOn: consent.toHosts))
            \(visit.failure(model.failure))
            <button\("disabled", if: model.isSaving)>\(visit.word(.save))</button>
            """)
        let rows = model.suggestions.map { suggestion -> Markup in
            let reasons = suggestion.reasons.map { $0.phrase(for: .guest, in: visit.words) }.filter { !$0.isEmpty }
            let lines = reasons.map { reason -> Markup in "<li>\(reason)</li>" }
            return
                "\(MeetupCard.row(suggestion.listing, visit, prefix: "suggested", level: 2))<li><ul>\(lines)</ul></li>"
        }
        let list: Markup =
            rows.isEmpty ? visit.empty(visit.words.empty(.suggestedMeetups)) : "<ul class=\"list\">\(rows)</ul>"
        return PageScreen(
            visit.words(HomeTab.meetups), tab: .meetups,
            [
                PageScreen.Region("links", MeetupListScreen.links(visit)),
                PageScreen.Region("suggested", "\(visit.failure(model.suggested.failure))\(list)"),
                PageScreen.Region("consent", form),
            ])
    }
}

/// The occurrences of a series.
@MainActor enum SeriesScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let meetup = MeetupPages.meetup(visit, user)
        var list = Markup.empty
        if let series = MeetupPages.series(visit, user) {
            list = visit.list(series.occurrences) { MeetupCard.row($0, visit, prefix: "occurrence", level: 2) }
        }
        return PageScreen(
            visit.word(.series), tab: .meetups, content: "<p>\(meetup.repetition ?? "")</p>\(list)")
    }
}

/// The search for a time at which the user and other people are free.
@MainActor enum FindTimeScreen {
    static func model(_ visit: PageVisit, _ user: SignedInUser) -> FindTimeViewModel {
        let text = visit.form.value("with") ?? visit.query["with"]
        let people = text.split(separator: ",").map { UserID(String($0)) }
        return visit.session.models.model("with \(text)") { user.findTime(with: people) }
    }

    static func read(_ query: FormFields, into model: FindTimeViewModel) {
        if let hours = query.number("hours") { model.duration = min(max(hours, 0.5), 12) * 3_600 }
        if let days = query.integer("days") {
            model.days = min(max(days, FindTimeViewModel.daysAhead.lowerBound), FindTimeViewModel.daysAhead.upperBound)
        }
    }

    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = Self.model(visit, user)
        let with = visit.query["with"]
        let names = model.people.map { id -> Markup in
            "<li>\(name: model.person(id).value?.profile.name ?? visit.word(.someone))</li>"
        }
        let slots = model.slots.enumerated().map { number, slot -> Markup in
            let lines = model.explanation(of: slot).map { line -> Markup in "<li>\(name: line)</li>" }
            return """
                <li class="card"><h2>\(visit.dates.span(slot.span))</h2><ul>\(lines)</ul>
                \(visit.button(
                    visit.word(.planThis), "/find-time/plan", [("slot", String(number)), ("with", with)],
                    style: "primary"))</li>
                """
        }
        let obstacles = model.obstacles.map { line -> Markup in "<p>\(name: line)</p>" }
        let none: Markup = slots.isEmpty && obstacles.isEmpty ? visit.empty(visit.word(.noTime)) : ""
        return PageScreen(
            visit.word(.findTime), tab: .matches,
            [
                PageScreen.Region("people", "<ul>\(names)</ul>\(visit.failure(model.failure))"),
                PageScreen.Region("choice", choice(model, with, visit)),
                PageScreen.Region("slots", "<ul class=\"list\">\(slots)</ul>\(obstacles)\(none)"),
            ])
    }

    private static func choice(_ model: FindTimeViewModel, _ with: String, _ visit: PageVisit) -> Markup {
        let hours = [0.5, 1, 1.5, 2, 3].map { (value: String($0), title: visit.dates.number($0)) }
        let days = [7, 14, 28].map { (value: String($0), title: String($0)) }
        return """
            <form method="get" action="/find-time" class="row"><input type="hidden" name="with" value=\(with)>
            \(visit.select(visit.word(.hoursLong), "hours", String(model.duration / 3_600), hours))
            \(visit.select(visit.word(.daysAhead), "days", String(model.days), days))
            <button>\(visit.word(.search))</button></form>
            """
    }
}
