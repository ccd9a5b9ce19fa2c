import Chat
import Connections
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Validation

/// The parts of every page around its screen.
@MainActor enum Frame {
    /// Returns a page.
    static func page(_ screen: PageScreen, _ visit: PageVisit) -> Markup {
        let regions = Self.regions(of: screen, visit)
        visit.session.shown.note(regions, at: visit.path)
        let isLive = visit.app.user != nil
        return document(
            title: screen.title, language: visit.session.language,
            head: "<script src=\"/patch.js\" defer></script><script src=\"/stream.js\" defer></script>",
            attributes: """
                 data-page=\(visit.path) data-version=\(visit.session.shown.version.description) \
                data-offline=\(visit.word(.offline))\("data-live", if: isLive)
                """,
            body: """
                <a class="skip" href="#main">\(visit.word(.skip))</a>
                <div class="frame">
                \(Markup(trusted: regions.first?.content ?? ""))
                <main id="main"\(mainClass(of: screen))>
                <h1 id="heading" tabindex="-1">\(screen.title)</h1>
                \(notice(visit))
                \(regions.dropFirst().map { Markup(trusted: $0.content) })
                </main>
                </div>
                <p id="news" role="status"></p>
                """)
    }

    /// Returns the regions of a page: the navigation, and those of its screen.
    static func regions(of screen: PageScreen, _ visit: PageVisit) -> [ScreenRegion] {
        let own = screen.regions.map { region -> ScreenRegion in
            let html: Markup = "<div id=\(region.id) data-region>\(region.html)</div>\n"
            return ScreenRegion(region.id, html.markup)
        }
        return [ScreenRegion("tabs", navigation(screen, visit).markup)] + own
    }

    /// Returns a document with the shared head.
    nonisolated static func document(
        title: String, language: PageLanguage, head: Markup = .empty, attributes: Markup = .empty, body: Markup
    ) -> Markup {
        """
        <!DOCTYPE html>
        <html lang=\(language.rawValue)>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="theme-color" content="#0b1030">
        <title>\(title) – Orbit</title>
        <link rel="stylesheet" href="/style.css">
        <link rel="icon" href="/icon.svg" type="image/svg+xml">
        <link rel="manifest" href="/manifest.webmanifest">
        \(head)
        </head>
        <body\(attributes)>
        \(body)
        </body>
        </html>

        """
    }

    /// Returns a page without a session, for failures before or instead of a screen.
    nonisolated static func message(
        _ title: PageWord, _ text: PageWord, language: PageLanguage, link: (String, PageWord)? = nil
    )
        -> Markup
    {
        let words = language.catalogue.words
        func word(_ word: PageWord) -> String { words.sentence(word.rawValue, in: PageWord.vocabulary) }
        var action = Markup.empty
        if let link { action = "<p><a class=\"button\" href=\(link.0)>\(word(link.1))</a></p>" }
        return document(
            title: word(title), language: language,
            body: """
                <main id="main">
                <h1 id="heading" tabindex="-1">\(word(title))</h1>
                <p id="notice">\(word(text))</p>
                \(action)
                </main>
                """)
    }

    private static func mainClass(of screen: PageScreen) -> Markup { screen.isWide ? " class=\"wide\"" : "" }

    private static func notice(_ visit: PageVisit) -> Markup {
        guard let notice = visit.session.takeNotice(at: visit.path) else { return "<div id=\"notice\"></div>" }
        return "<div id=\"notice\"><p class=\(notice.isFailure ? "notice failure" : "notice")>\(notice.text)</p></div>"
    }

    private static func navigation(_ screen: PageScreen, _ visit: PageVisit) -> Markup {
        guard let user = visit.app.user, visit.session.allows(.home) else {
            return "<div id=\"tabs\" data-region></div>"
        }
        let tabs = HomeTab.allCases.map { tab -> Markup in
            let count = waitingCount(of: tab, user)
            return item(visit.words(tab), "/\(tab.rawValue)", isCurrent: tab == screen.tab, count: count, visit)
        }
        let more: [(PageWord, String)] = [
            (.reminders, "/reminders"), (.safety, "/safety"), (.standing, "/standing"), (.settings, "/settings"),
        ]
        let others = more.map { word, path -> Markup in
            let isCurrent = visit.path == path
            return """
                <li class="more"><a href=\(path)\("aria-current=page", if: isCurrent)>\(visit.word(word))</a></li>
                """
        }
        return """
            <div id="tabs" data-region>
            <nav class="tabs" aria-label=\(visit.word(.navigation))>\(connection(user, visit))<ul>\(tabs)\(others)</ul></nav>
            </div>
            """
    }

    /// Returns the number of things of a tab that wait for the user, as far as they are loaded.
    private static func waitingCount(of tab: HomeTab, _ user: SignedInUser) -> Int {
        switch tab {
        case .pokes: user.pokes.incoming.known.count
        case .chats: user.chat?.conversations.unread.count ?? 0
        case .meetups: user.invitations.invitations.known.count + user.meetupRequests.requests.known.count
        case .discover, .matches, .profile: 0
        }
    }

    private static func item(
        _ title: String, _ path: String, isCurrent: Bool, count: Int, _ visit: PageVisit
    ) -> Markup {
        var badge = Markup.empty
        if count > 0 {
            badge = """
                <span class="badge" aria-hidden="true">\(count)</span>\
                <span class="visually-hidden">\(visit.word(.waiting, ["count": .integer(count)]))</span>
                """
        }
        return "<li><a href=\(path)\("aria-current=page", if: isCurrent)>\(title)\(badge)</a></li>"
    }

    /// A line about the connection, while it is interrupted.
    private static func connection(_ user: SignedInUser, _ visit: PageVisit) -> Markup {
        guard case .waiting = user.connection else { return .empty }
        return "<p class=\"connection\">\(visit.words(user.connection))</p>"
    }
}
