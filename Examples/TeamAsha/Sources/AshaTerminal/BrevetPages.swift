import Drawing
import Foundation
import OrbitModels
import Presentation
import Randonneuring
import TeamAshaApp

/// The pages BrevetsListView and BrevetDetailView.
@MainActor public enum BrevetPages {
    /// Returns the page of the upcoming brevets.
    public static func list(_ model: BrevetsViewModel) -> [Line] {
        let lines = ListLines.lines(
            model.state, empty: model.emptyText, storedDate: model.storedDate, unreadable: model.unreadableCount
        ) { brevets in
            brevets.enumerated().map { index, brevet in
                [
                    StyledText.cell("\(index + 1)", 3, isTrailing: true), StyledText("  \(brevet.day)  "),
                    StyledText.cell(brevet.name, 30),
                    StyledText(" "),
                ] + Chips.distanceColumn(brevet.kilometres) + [Chips.status(brevet.status)]
            }
        }
        return Cards.frame("Upcoming brevets", lines)
    }

    /// Returns the page of a brevet with its card of controls.
    public static func detail(_ model: BrevetDetailViewModel) -> [Line] {
        var lines: [Line] = []
        if let failure = model.state.failure { lines += Cards.failure(failure) }
        guard let brevet = model.state.value else { return Cards.frame("Brevet", lines) }
        lines += [
            [Chips.distance(brevet.kilometres), StyledText(" "), Chips.status(brevet.status)],
            [
                StyledText("Start  \(ClockText.text(brevet.startsAt, in: brevet.zone)), "),
                StyledText.cell(brevet.place, 40),
            ],
        ]
        if let climb = brevet.climbMetres { lines.append([StyledText("Climb  \(climb) m")]) }
        let card = model.card
        if brevet.controls.isEmpty {
            lines.append([StyledText("The controls are not published yet.", foreground: .dim)])
        } else if card.isEmpty {
            lines.append([StyledText("There are no control times of ACP for this distance.", foreground: .dim)])
        } else {
            lines.append([
                StyledText.cell("Control", 28), StyledText.cell("km", 8, isTrailing: true), StyledText("  "),
                StyledText.cell("opens", 18),
                StyledText("closes"),
            ])
            lines += card.map { row($0, in: brevet.zone) }
        }
        if let advice = model.advice { lines.append([StyledText(advice, foreground: .dim)]) }
        return Cards.frame(brevet.name, lines)
    }

    private static func row(_ row: BrevetDetailViewModel.ControlRow, in zone: TimeZone) -> Line {
        let start: Line = [
            .cell(row.control.name, 28), .cell(Cards.oneDecimal(row.control.kilometres), 8, isTrailing: true),
            StyledText("  "),
        ]
        switch row.times {
        case .success:
            let opens = row.opensAt.map { ClockText.text($0, in: zone) } ?? ""
            let closes = row.closesAt.map { ClockText.text($0, in: zone) } ?? ""
            return start + [StyledText.cell(opens, 18), StyledText(closes)]
        case .failure(let error): return start + [StyledText(text(of: error), foreground: RGB(.red))]
        }
    }

    private static func text(of error: ControlError) -> String {
        switch error {
        case .notANumber: "not a distance"
        case .negative: "before the start"
        case .beyondRoute(let max): "beyond the longest route of \(max) km"
        }
    }
}
