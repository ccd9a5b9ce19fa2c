import OrbitModels
import PageParts
import Presentation
import Randonneuring
import TeamAshaApp

/// The blocks of a rider's page: statistics, badges, awards and activities.
@MainActor enum RiderBlocks {
    /// Returns the statistics, badges and awards of a rider. A failure is above the previous content.
    static func summary(_ page: RiderPage, again target: String) -> Markup {
        let failure = PageBlocks.failure(page.state.failure, again: target)
        guard let profile = page.state.value else { return failure }
        let kilometres = profile.results.elements.reduce(0) { $0 + max(0, min($1.kilometres, 5_000)) }
        return """
            \(failure)
            <section class="card"><h2>Brevets</h2>
            <dl class="stats">
            <div><dt>Finished</dt><dd>\(profile.rider.brevetCount)</dd></div>
            <div><dt>Kilometres</dt><dd>\(kilometres)</dd></div>
            </dl>
            \(BadgeArt.badges(profile.rider.badges))
            \(awards(page.awards))
            </section>
            """
    }

    private static func awards(_ awards: Awards) -> Markup {
        let series = awards.superRandonneur
        let missing = series.missing.map { "\($0)" }.joined(separator: ", ")
        var lines = [series.isComplete ? "SR \(series.year): complete" : "SR \(series.year): \(missing) km to go"]
        if let r12 = awards.r12 {
            let count = r12.awards == 1 ? "1 award" : "\(r12.awards) awards"
            lines.append("R-12: \(count), \(r12.currentMonths) of 12 months in a row")
        }
        if let way = awards.parisBrestParis {
            let text = way.series.isComplete ? "qualified" : "not qualified yet"
            let longest = way.longest.map { ", pre-registration with \($0) km" } ?? ""
            lines.append("PBP \(way.edition.year): \(text)\(longest)")
        }
        let items = lines.map { line -> Markup in "<li>\(line)</li>" }
        return "<ul>\(items)</ul>"
    }

    /// Returns a row of the list of activities, the component ActivityRow.
    nonisolated static func activity(_ activity: Activity, in unit: DistanceUnit) -> Markup {
        let distance = activity.checkedDistance.map {
            "\(ClubText.oneDecimal($0.value(in: unit))) \(unit.symbol)"
        }
        let origin: Markup =
            activity.origin == .strava
            ? BadgeArt.chip("strava", .orange) : "<span class=\"meta\">\(activity.origin.rawValue)</span>"
        return """
            <p><strong>\(name: activity.name)</strong> \(origin)</p>
            <p>\(activity.day.description) · \(distance ?? "not counted") · \(activity.sport.rawValue)</p>
            """
    }
}
