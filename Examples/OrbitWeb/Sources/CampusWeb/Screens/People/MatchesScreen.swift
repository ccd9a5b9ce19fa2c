import Connections
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Safety

/// The match of the day, and all matches.
@MainActor enum MatchesScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let matches = visit.list(
            user.matches.matches, link: (visit.words(HomeTab.pokes), "/pokes"), more: "/matches/more"
        ) { card($0, id: "match-\($0.id.rawValue)", visit) }
        return PageScreen(
            visit.words(HomeTab.matches), tab: .matches,
            [
                PageScreen.Region("today", "<h2>\(visit.word(.today))</h2>\(today(user.today, visit))"),
                PageScreen.Region(
                    "matches",
                    "<h2>\(visit.word(.allMatches))</h2>\(visit.failure(user.matches.failure))\(matches)"),
            ])
    }

    private static func today(_ model: TodayMatchViewModel, _ visit: PageVisit) -> Markup {
        let content = visit.state(model.match) { match -> Markup in
            switch match {
            case .matched(let first, let third):
                let cards = [first, third].compactMap { $0 }.map { card($0, id: "today-\($0.id.rawValue)", visit) }
                return "<ul class=\"list\">\(cards)</ul>"
            case .waiting(let reason):
                return visit.empty(reason.map { visit.words($0) } ?? visit.words.empty(.today))
            case .disconnected: return visit.empty(visit.word(.todayEnded))
            }
        }
        var pause = Markup.empty
        if let isPaused = model.isPaused {
            pause = visit.button(
                visit.word(isPaused ? .resume : .pause), isPaused ? "/matches/resume" : "/matches/pause",
                isDisabled: model.isBusy)
        }
        var new = Markup.empty
        if model.isOutdated { new = visit.button(visit.word(.loadAgain), "/matches/reload", style: "primary") }
        return "\(content)\(visit.failure(model.failure))<div class=\"actions\">\(new)\(pause)</div>"
    }

    /// - Parameter id: The id of the card. The match of the day is also in the list.
    private static func card(_ match: Match, id: String, _ visit: PageVisit) -> Markup {
        let lines = [
            match.partnerMajor, match.origin.map { visit.words($0) },
            match.ending(in: visit.session.settings.zone, words: visit.words),
        ].compactMap { $0 }
        let items = lines.map { line -> Markup in "<p class=\"meta\">\(name: line)</p>" }
        let find = PagePath.to(["find-time"], query: [("with", match.partnerID.rawValue)])
        var chats = visit.button(
            visit.word(.openChat), PagePath.to("chats", "open", "match", match.id.rawValue), style: "primary")
        if match.groupID != nil {
            chats += visit.button(
                visit.word(.openGroupChat), PagePath.to("chats", "open", "group", match.id.rawValue))
        }
        return """
            <li class="card" id=\(id)>
            <h3><a href=\(PagePath.to("people", match.partnerID.rawValue))>\(name: match.partnerName)</a></h3>\(items)
            <div class="actions">\(chats)<a class="button" href=\(find)>\(visit.word(.findTime))</a></div></li>
            """
    }
}

/// The people that the user has blocked or muted.
@MainActor enum BlocksScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let blocked = visit.list(user.blocks.blocked, more: "/settings/blocks/more") { block in
            item(
                block.name, "block-\(block.userID.rawValue)", visit.dates.day(block.blockedAt), .unblock,
                PagePath.to("people", block.userID.rawValue, "unblock"), visit)
        }
        let muted = visit.list(user.mutes.muted) { mute in
            item(
                mute.name, "mute-\(mute.userID.rawValue)", mute.until.map { visit.dates.day($0) } ?? visit.word(.noEnd),
                .unmute, PagePath.to("people", mute.userID.rawValue, "unmute"), visit)
        }
        return PageScreen(
            visit.word(.blocksTitle), tab: .profile,
            [
                PageScreen.Region(
                    "blocks", "<h2>\(visit.word(.blocked))</h2>\(visit.failure(user.blocks.failure))\(blocked)"),
                PageScreen.Region(
                    "mutes", "<h2>\(visit.word(.muted))</h2>\(visit.failure(user.mutes.failure))\(muted)"),
            ])
    }

    private static func item(
        _ name: String?, _ id: String, _ date: String, _ title: PageWord, _ path: String, _ visit: PageVisit
    ) -> Markup {
        """
        <li class="card head" id=\(id)><div><h3>\(name: name ?? visit.word(.someone))</h3><p class="meta">\(date)</p>
        \(visit.button(visit.word(title), path))</div></li>
        """
    }
}
