import Foundation
import OrbitModels
import PageParts
import Randonneuring
import TeamAshaApp

/// The calculator of control times, by the rules of `Randonneuring`.
@MainActor enum CalculatorPage {
    /// The maximum number of controls.
    static let maxControls = 60

    static func page(_ visit: ClubVisit) -> ClubPage {
        let distance = visit.query.integer("distance").flatMap { BrevetDistance(rawValue: $0) } ?? .km200
        let today = CalendarDay(visit.now, in: .gmt)
        let start = visit.query.value("start") ?? String(today.description.prefix(7))
        let typed = visit.query.value("controls") ?? "0 60 120 \(distance.kilometres)"
        let select = PageBlocks.select(
            "Distance", "distance",
            BrevetDistance.allCases.map { (value: "\($0.kilometres)", title: "\($0.kilometres) km") },
            chosen: "\(distance.kilometres)")
        return ClubPage(
            "Control times", tab: .calculator,
            """
            <form method="get" action="/calculator" class="filters card">
            \(select)
            <div class="field"><label for="start">Month of the start</label>
            <input type="month" id="start" name="start" value=\(start) maxlength="7"></div>
            <div class="field"><label for="controls">Controls in km</label>
            <p class="meta" id="controls-hint">The distances from the start, with spaces between them.</p>
            <input type="text" id="controls" name="controls" value=\(typed) maxlength="600" inputmode="decimal" \
            aria-describedby="controls-hint"></div>
            <button>Calculate</button>
            </form>
            \(result(typed, on: distance, startingIn: start))
            """)
    }

    private static func result(_ typed: String, on distance: BrevetDistance, startingIn start: String) -> Markup {
        guard let rules = Self.rules(of: start) else {
            return "<p class=\"problem\">Type a month since March 2018, such as 2026-05.</p>"
        }
        let controls = typed.split { $0 == "," || $0 == ";" || $0.isWhitespace }.prefix(maxControls).map(String.init)
        guard !controls.isEmpty else { return "<p class=\"empty card\">Type the distance of a control.</p>" }
        // A text that is not a number is refused by the rules, like NaN.
        let times = rules.card(ofControlsAt: controls.map { Double($0) ?? .nan }, on: distance)
        let rows = zip(controls, times).enumerated().map { index, control in
            ControlTable.Row(
                name: "Control \(index + 1)", kilometres: control.0,
                times: control.1.map { times in
                    (
                        opens: ControlTimes.text(ofMinutes: times.opensAfterMinutes),
                        closes: ControlTimes.text(ofMinutes: times.closesAfterMinutes)
                    )
                })
        }
        var note: Markup = "<p class=\"meta\">Hours and minutes after the start.</p>"
        if rules.intermediateTimesAreAdvisory {
            note += "<p class=\"meta\">Times before the finish are advice. The times of the finish count.</p>"
        }
        return "<h2>Result</h2>\(ControlTable.table(rows))\(note)"
    }

    /// Returns the rules of a month such as `2026-05`; `nil` for another text and before March 2018.
    private static func rules(of start: String) -> BrevetRules? {
        let parts = start.split(separator: "-").map { Int($0) }
        guard parts.count == 2, let year = parts[0], let month = parts[1] else { return nil }
        return SeasonMonth(year: year, month: month).flatMap(BrevetRules.valid)
    }
}
