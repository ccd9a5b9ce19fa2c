import Connections
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Reputation
import Safety

/// The sheet of a person: the profile, the button, the reputation, and ways to keep away.
@MainActor enum PersonScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let sheet = PeoplePages.sheet(visit, user)
        let detail = sheet.detail
        let content = visit.state(
            sheet.person, empty: visit.empty(visit.words.empty(ListName(rawValue: "person")))
        ) { _ in
            detail.map { PersonCard.view($0, visit) } ?? .empty
        }
        return PageScreen(
            detail?.name ?? visit.word(.person), tab: .discover,
            [
                PageScreen.Region("action", action(of: sheet, visit)),
                PageScreen.Region("profile", content),
                PageScreen.Region("standing", standing(of: sheet, visit)),
                PageScreen.Region("away", away(from: sheet, visit)),
            ])
    }

    private static func path(_ sheet: PersonViewModel, _ action: String) -> String {
        PagePath.to("people", sheet.id.rawValue, action)
    }

    private static func action(of sheet: PersonViewModel, _ visit: PageVisit) -> Markup {
        let title = visit.words(sheet.action)
        var button = Markup.empty
        switch sheet.action {
        case .available:
            button = visit.form(
                path(sheet, "poke"),
                """
                \(visit.choices(
                    visit.word(.note), "note", visit.options(PokeNote.known), chosen: [PokeNote.hello.rawValue],
                    isSingle: true))
                <button class="primary">\(title)</button>
                """)
        case .answering: button = visit.button(title, path(sheet, "poke"), style: "primary")
        case .sending, .waiting: button = "<p><button disabled>\(title)</button></p>"
        case .unavailable(let reason): button = "<p><button disabled>\(title)</button></p><p>\(reason)</p>"
        case .connected: button = match(of: sheet, visit)
        }
        return "\(visit.failure(sheet.failure))\(button)"
    }

    private static func match(of sheet: PersonViewModel, _ visit: PageVisit) -> Markup {
        let card = sheet.matchCard
        let facts = [card?.origin, card?.ending].compactMap { $0 }.map { fact -> Markup in
            "<p class=\"meta\">\(fact)</p>"
        }
        var keep = Markup.empty
        if sheet.match?.endsAt != nil {
            keep = visit.button(visit.word(.keepMatch), path(sheet, "keep"), style: "primary")
        }
        var chat = Markup.empty
        if let match = sheet.match {
            chat = visit.button(visit.word(.openChat), PagePath.to("chats", "open", "match", match.id.rawValue))
        }
        let find = PagePath.to(["find-time"], query: [("with", sheet.id.rawValue)])
        return """
            <p class="notice">\(visit.words(ConnectAction.connected))</p>\(facts)
            <div class="actions">\(keep)\(chat)<a class="button" href=\(find)>\(visit.word(.findTime))</a>
            \(visit.button(visit.word(.disconnect), path(sheet, "disconnect"), style: "danger"))</div>
            """
    }

    private static func standing(of sheet: PersonViewModel, _ visit: PageVisit) -> Markup {
        let lines = sheet.standing.lines.map { line -> Markup in "<li>\(line)</li>" }
        guard !lines.isEmpty else { return .empty }
        return "<h2>\(visit.word(.standing))</h2><ul>\(lines)</ul>"
    }

    private static func away(from sheet: PersonViewModel, _ visit: PageVisit) -> Markup {
        let id = sheet.id.rawValue
        let photos = (sheet.detail?.photos ?? []).enumerated().map { index, photo -> Markup in
            let path = PagePath.to("report", "photo", photo.id.rawValue, id)
            return """
                <a class="button" href=\(path)>\(visit.word(.reportPhoto, ["count": .integer(index + 1)]))</a>
                """
        }
        // The type selects the property. The model has a function of the same name.
        let muted: MutedPerson? = sheet.mute
        let mute =
            muted == nil
            ? visit.form(
                path(sheet, "mute"),
                """
                \(visit.select(visit.word(.muteFor), "days", "7", [
                    (value: "1", title: visit.word(.oneDay)), (value: "7", title: visit.word(.oneWeek)),
                    (value: "", title: visit.word(.noEnd)),
                ]))
                <button>\(visit.word(.mute))</button>
                """)
            : visit.button(visit.word(.unmute), path(sheet, "unmute"))
        let block =
            sheet.isBlocked
            ? visit.button(visit.word(.unblock), path(sheet, "unblock"))
            : visit.button(visit.word(.block), path(sheet, "block"), style: "danger", isDisabled: sheet.isBlocking)
        return """
            <details><summary>\(visit.word(.keepAway))</summary>
            \(mute)
            <div class="actions">\(block)
            <a class="button" href=\(PagePath.to("report", "person", id))>\(visit.word(.report))</a>\(photos)</div>
            </details>
            """
    }
}
