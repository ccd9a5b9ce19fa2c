import Connections
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles

/// The received and sent pokes.
@MainActor enum PokesScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let pokes = user.pokes
        let incoming = visit.list(
            pokes.incoming, link: (visit.words(HomeTab.discover), "/discover"), more: "/pokes/more"
        ) { row($0, pokes, visit) }
        let outgoing = visit.list(pokes.outgoing, more: "/pokes/more-sent") { sent($0, pokes, visit) }
        var match = Markup.empty
        if let new = pokes.newMatch {
            match = """
                <p class="notice">\(visit.word(.newMatch, ["name": .text(new.partnerName)]))
                <a href=\(PagePath.to("people", new.partnerID.rawValue))>\(visit.word(.show))</a></p>
                """
        }
        return PageScreen(
            visit.words(HomeTab.pokes), tab: .pokes,
            [
                PageScreen.Region("match", "\(match)\(visit.failure(pokes.failure))"),
                PageScreen.Region("incoming", "<h2>\(visit.word(.received))</h2>\(incoming)"),
                PageScreen.Region("outgoing", "<h2>\(visit.word(.sent))</h2>\(outgoing)"),
            ])
    }

    private static func row(_ item: IncomingPoke, _ pokes: PokesViewModel, _ visit: PageVisit) -> Markup {
        let id = item.id.rawValue
        let isBusy = pokes.inFlight.contains(item.id)
        let shared = item.shared.interests.map { (text: visit.words($0), isOn: true) }
        return """
            <li class="card" id=\("poke-\(id)")><div class="head">\(visit.portrait(item.person))
            <div><h3>\(visit.link(to: item.person))</h3><p>\(visit.words(item.poke.note))</p>
            <p class="meta">\(visit.word(.until, ["date": .text(visit.dates.day(item.poke.expiresAt))]))</p></div></div>
            \(visit.chips(shared))
            <div class="actions">
            \(visit.button(visit.word(.accept), PagePath.to("pokes", id, "accept"), style: "primary", isDisabled: isBusy))
            \(visit.button(visit.word(.decline), PagePath.to("pokes", id, "decline"), isDisabled: isBusy))
            \(visit.button(visit.word(.ignore), PagePath.to("pokes", id, "ignore"), isDisabled: isBusy))
            </div></li>
            """
    }

    private static func sent(_ item: OutgoingPoke, _ pokes: PokesViewModel, _ visit: PageVisit) -> Markup {
        let id = item.id.rawValue
        let isBusy = pokes.inFlight.contains(item.id)
        return """
            <li class="card head" id=\("sent-\(id)")>\(visit.portrait(item.person))
            <div><h3>\(visit.link(to: item.person))</h3>
            <p class="meta">\(visit.words(item.poke.status)) · \(visit.words(item.poke.note))</p>
            \(visit.button(visit.word(.withdraw), PagePath.to("pokes", id, "withdraw"), isDisabled: isBusy))</div></li>
            """
    }
}
