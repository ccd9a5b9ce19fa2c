import Foundation
import OrbitModels
import PageParts
import Presentation
import TeamAshaApp

/// BrevetDetailView: a brevet with the times of its controls.
@MainActor enum BrevetDetailPage {
    /// Returns the page of a brevet of the list; `nil` if the list does not have it.
    static func page(_ id: String, _ visit: ClubVisit) async -> ClubPage? {
        let brevets = visit.club.brevets
        await brevets.appear()
        brevets.filter = BrevetFilter()
        guard let known = brevets.state.value?.first(where: { $0.id.rawValue == id }) else {
            guard let failure = brevets.state.failure else { return nil }
            return ClubPage("Brevet", tab: .brevets, PageBlocks.failure(failure, again: visit.target))
        }
        let model = brevets.detail(of: known)
        await model.appear()
        let brevet = model.state.value ?? known
        let climb = brevet.climbMetres.map { climb -> Markup in "<div><dt>Climb</dt><dd>\(climb) m</dd></div>" }
        let advice = model.advice.map { advice -> Markup in "<p class=\"meta\">\(advice)</p>" }
        return ClubPage(
            brevet.name, tab: .brevets,
            """
            \(PageBlocks.failure(model.state.failure, again: visit.target))
            <section class="card">
            <p>\(BadgeArt.distance(brevet.kilometres)) \(BadgeArt.status(brevet.status))</p>
            <dl class="stats">
            <div><dt>Start</dt><dd>\(ClubText.local(brevet.startsAt, in: brevet.zone))</dd></div>
            <div><dt>Place</dt><dd>\(name: brevet.place)</dd></div>
            \(climb)
            </dl>
            </section>
            <h2>Controls</h2>
            \(controls(of: brevet, model))
            \(advice)
            """)
    }

    private static func controls(of brevet: Brevet, _ model: BrevetDetailViewModel) -> Markup {
        if brevet.controls.isEmpty { return "<p class=\"empty card\">The controls are not published yet.</p>" }
        let card = model.card
        if card.isEmpty {
            return "<p class=\"empty card\">There are no control times of ACP for this distance.</p>"
        }
        return ControlTable.table(
            card.map { row in
                func text(_ date: Date?) -> String { date.map { ClubText.local($0, in: brevet.zone) } ?? "" }
                return ControlTable.Row(
                    name: row.control.name, kilometres: ClubText.oneDecimal(row.control.kilometres),
                    times: row.times.map { _ in (opens: text(row.opensAt), closes: text(row.closesAt)) })
            })
    }
}
