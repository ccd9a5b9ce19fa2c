import Drawing
import OrbitModels
import Presentation
import Randonneuring
import TeamAshaApp

/// The pages RidersListView, RiderDetailView and MyProfileView.
@MainActor public enum RiderPages {
    /// Returns the leaderboard of the selected season.
    public static func leaderboard(_ model: RidersViewModel) -> [Line] {
        let lines = ListLines.lines(
            model.state, empty: model.emptyText, storedDate: model.storedDate, unreadable: model.unreadableCount
        ) { rows in
            rows.map { row in
                let standing = row.standing
                let cells: Line = [
                    .cell("\(row.rank)", 3, isTrailing: true), StyledText(" "), .cell(standing.rider.name, 17),
                    .cell("\(standing.kilometres) km", 8, isTrailing: true),
                    .cell("\(standing.brevets)", 3, isTrailing: true), StyledText(" "),
                ]
                return cells + Chips.distanceColumn(standing.longest) + Chips.badges(standing.rider.badges, in: 34)
            } + [[StyledText("Rank, rider, sum, number of brevets, [longest brevet], badges", foreground: .dim)]]
        }
        return Cards.frame("Season \(model.season)", lines)
    }

    /// Returns the page of a rider.
    public static func detail(_ model: RiderDetailViewModel, in unit: DistanceUnit) -> [Line] {
        page(model.page, card: model.card(in: unit), in: unit)
    }

    /// Returns the page of the signed-in rider.
    public static func mine(_ model: MyProfileViewModel, in unit: DistanceUnit) -> [Line] {
        var lines = page(model.page, card: model.card(in: unit), in: unit)
        if let failure = model.syncFailure { lines += Cards.failure(failure, command: "sync") }
        return lines
    }

    private static func page(_ page: RiderPage, card: EddingtonCard, in unit: DistanceUnit) -> [Line] {
        var lines: [Line] = []
        if let failure = page.state.failure { lines += Cards.failure(failure) }
        guard let profile = page.state.value else { return Cards.frame("Rider", lines) }
        let kilometres = profile.results.elements.reduce(0) { $0 + max(0, min($1.kilometres, 5_000)) }
        lines.append([
            Cards.stat(profile.rider.brevetCount, "Brevets"), StyledText("   "),
            Cards.stat(kilometres, "km of brevets"),
        ])
        if !profile.rider.badges.isEmpty { lines.append(Chips.badges(profile.rider.badges, in: 76)) }
        lines += awards(page.awards)
        var all = Cards.frame(profile.rider.name, lines) + Cards.eddington(card)
        let rides = ListLines.lines(page.activities, empty: "No activities to show.") { activities in
            activities.prefix(8).map { Cards.activity($0, in: unit) }
        }
        all += Cards.frame("Activities", rides)
        return all
    }

    private static func awards(_ awards: Awards) -> [Line] {
        var lines: [Line] = []
        let series = awards.superRandonneur
        let missing = series.missing.map { "\($0)" }.joined(separator: ", ")
        lines.append([
            StyledText(series.isComplete ? "SR \(series.year): complete" : "SR \(series.year): \(missing) km to go")
        ])
        if let r12 = awards.r12 {
            let awards = r12.awards == 1 ? "1 award" : "\(r12.awards) awards"
            lines.append([StyledText("R-12: \(awards), \(r12.currentMonths) of 12 months in a row")])
        }
        if let way = awards.parisBrestParis {
            let text = way.series.isComplete ? "qualified" : "not qualified yet"
            let longest = way.longest.map { ", pre-registration with \($0) km" } ?? ""
            lines.append([StyledText("PBP \(way.edition.year): \(text)\(longest)")])
        }
        return lines
    }
}
