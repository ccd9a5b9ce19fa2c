import PageParts
import Presentation
import Randonneuring
import TeamAshaApp

/// SettingsView: the unit, the place of the session, and the sign-out.
@MainActor enum ClubSettingsPage {
    static func page(_ visit: ClubVisit) -> ClubPage {
        let settings = visit.club.settings
        let units = DistanceUnit.allCases.map { unit -> Markup in
            """
            <label class="box"><input type="radio" name="unit" value=\(unit.rawValue)\
            \("checked", if: unit == settings.unit)> \(unit.symbol)</label>
            """
        }
        return ClubPage(
            "Settings", tab: .settings,
            """
            \(PageBlocks.failure(settings.failure, again: visit.target))
            <form method="post" action="/unit" class="card">
            <input type="hidden" name="from" value=\(visit.target)>
            <fieldset><legend>Unit of distances</legend><div class="boxes">\(units)</div></fieldset>
            <button>Save</button>
            </form>
            <section class="card"><h2>Session</h2>
            <p>\(settings.sessionExplanation)</p>
            <p>You are signed out after 15 minutes without a request. A page warns you a minute before.</p>
            \(PageBlocks.button("Sign out", "/sign-out", from: "/", style: "danger"))
            </section>
            """)
    }
}
