import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Validation

/// The user's own profile, and its previews.
@MainActor enum ProfileScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        var card = Markup.empty
        if let detail = user.ownCard { card = PersonCard.view(detail, visit) }
        let gaps = user.profile.completeness.gaps.prefix(3).map { gap -> Markup in
            let step = (gap.step ?? .basicInfo).rawValue
            return """
                <li><a href=\(PagePath.to("profile", "edit", step))>\(visit.app.catalogue.message(for: gap))</a></li>
                """
        }
        var missing = Markup.empty
        if !gaps.isEmpty { missing = "<h2>\(visit.word(.completeness))</h2><ul>\(gaps)</ul>" }
        return PageScreen(
            visit.words(HomeTab.profile), tab: .profile,
            [
                PageScreen.Region(
                    "links",
                    """
                    <div class="actions">
                    <a class="button primary" href="/profile/edit/basic_info">\(visit.word(.edit))</a>
                    <a class="button" href="/profile/preview">\(visit.word(.preview))</a>
                    <a class="button" href="/standing">\(visit.word(.standing))</a>
                    <a class="button" href="/reminders">\(visit.word(.reminders))</a>
                    <a class="button" href="/safety">\(visit.word(.safety))</a>
                    <a class="button" href="/settings">\(visit.word(.settings))</a>
                    </div>
                    """),
                PageScreen.Region("gaps", missing),
                PageScreen.Region("card", card),
            ])
    }

    static func preview(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let viewers: [(String, PageWord, ProfileViewer)] = [
            ("stranger", .asStranger, .stranger), ("match", .asMatch, .match), ("attendee", .asAttendee, .attendee),
        ]
        let chosen = viewers.first { $0.0 == visit.query["as"] } ?? viewers[0]
        let links = viewers.map { name, word, _ -> Markup in
            let path = PagePath.to(["profile", "preview"], query: [("as", name)])
            let style = name == chosen.0 ? "chip on" : "chip"
            return "<a class=\(style) href=\(path)\("aria-current=page", if: name == chosen.0)>\(visit.word(word))</a>"
        }
        let id = user.profile.saved.value?.userID ?? UserID("")
        let person = Person(id: id, profile: user.profile.preview(for: chosen.2))
        let detail = ProfileDetail(of: person, on: visit.today, words: visit.words)
        return PageScreen(
            visit.word(.preview), tab: .profile,
            content: """
                <nav class="subtabs" aria-label=\(visit.word(.views))>\(links)</nav>
                \(PersonCard.view(detail, visit))
                <p><a class="button" href="/profile">\(visit.word(.back))</a></p>
                """)
    }
}

/// A profile as a card: the photos, the header, and all lines that are shown.
@MainActor enum PersonCard {
    static func view(_ detail: ProfileDetail, _ visit: PageVisit) -> Markup {
        let photos = detail.photos.enumerated().map { index, photo -> Markup in
            let text = visit.word(.photoOf, ["name": .text(detail.name), "count": .integer(index + 1)])
            return "<li><img alt=\(text) src=\(visit.photoPath(photo.id, of: detail.id))></li>"
        }
        var carousel = Markup.empty
        if case .initial(let initial) = detail.portrait {
            carousel = "<p><span class=\"portrait\" aria-hidden=\"true\">\(initial)</span></p>"
        }
        if !photos.isEmpty { carousel = "<ul class=\"photos\" tabindex=\"0\">\(photos)</ul>" }
        let header = [detail.age.map { String($0) }, detail.place, detail.major].compactMap { $0 }
        let scales = detail.personality.map { scale -> Markup in
            """
            <dt>\(scale.label)</dt>
            <dd><meter min="0" max="1" value=\(String(format: "%.2f", scale.position))>\(visit.dates.percent(scale.position))</meter></dd>
            """
        }
        var bio = Markup.empty
        if let text = detail.bio { bio = "<p dir=\"auto\">\(text)</p>" }
        return """
            \(carousel)
            <p><strong>\(name: detail.name)</strong> <span class="meta">\(name: header.joined(separator: " · "))</span></p>
            \(bio)
            \(lines(.why, detail.reasons, visit))\(lines(.difference, [detail.difference].compactMap { $0 }, visit))
            \(section(.interests, visit.chips(detail.chips.map { (text: $0.label, isOn: $0.isShared) }), visit))
            \(lines(.sports, detail.sports, visit))\(lines(.goals, detail.goals, visit))
            \(lines(.meeting, detail.socialStyle, visit))\(lines(.freeHours, [detail.hours].compactMap { $0 }, visit))
            \(section(.personality, scales.isEmpty ? "" : "<dl class=\"facts\">\(scales)</dl>", visit))
            \(lines(.networks, detail.handles.map { "\($0.network): \($0.name)" }, visit))
            """
    }

    private static func section(_ title: PageWord, _ content: Markup, _ visit: PageVisit) -> Markup {
        content.isEmpty ? .empty : "<h2>\(visit.word(title))</h2>\(content)"
    }

    private static func lines(_ title: PageWord, _ lines: [String], _ visit: PageVisit) -> Markup {
        let items = lines.map { line -> Markup in "<li>\(name: line)</li>" }
        return section(title, items.isEmpty ? "" : "<ul>\(items)</ul>", visit)
    }
}
