import Drawing
import Foundation
import OrbitModels
import Presentation
import Randonneuring
import TeamAshaApp

/// The cards of the design: EddingtonCard, StatCard, ActivityRow, ErrorView and EmptyStateView.
public enum Cards {
    /// The width of a card in cells.
    static let width = 80

    /// Returns lines in a frame. Each line is fitted to the frame.
    ///
    /// - Parameters:
    ///   - title: The title in the frame.
    ///   - lines: The content.
    public static func frame(_ title: String, _ lines: [Line]) -> [Line] {
        let inner = width - 4
        let name = CellWidth.fitted(SingleLine.cleaned(title, longest: 60), cells: inner - 2)
        let rest = String(repeating: "─", count: max(0, width - 5 - CellWidth.total(name)))
        let top: Line = [StyledText("┌─ "), StyledText(StyledText.text(of: name)), StyledText(" \(rest)┐")]
        return [top] + lines.map { row($0, inner) } + [[StyledText("└\(String(repeating: "─", count: width - 2))┘")]]
    }

    private static func row(_ line: Line, _ inner: Int) -> Line {
        var left = inner
        var shown: Line = [StyledText("│ ")]
        for span in line {
            let fitted = CellWidth.fitted(span.text, cells: left)
            left -= CellWidth.total(fitted)
            shown.append(
                StyledText(StyledText.text(of: fitted), foreground: span.foreground, background: span.background))
        }
        return shown + [StyledText(String(repeating: " ", count: max(0, left)) + " │")]
    }

    /// Returns the card of an Eddington number, with the days towards the next number as a bar.
    public static func eddington(_ card: EddingtonCard) -> [Line] {
        let number = card.eddington
        let barWidth = 40
        let filled = min(barWidth, Int(number.progress * Double(barWidth)))
        let colour = number.badge.map { RGB($0.colour) } ?? .dim
        var lines: [Line] = [
            [StyledText("\(card.title)  ")] + (Chips.eddington(number).map { [$0] } ?? []),
            [
                StyledText(String(repeating: "█", count: filled), foreground: colour),
                StyledText(String(repeating: "░", count: barWidth - filled), foreground: .dim),
                StyledText("  \(number.daysTowardsNext) of \(number.next) days"),
            ],
            [StyledText(card.nextText)],
        ]
        if let note = card.note { lines.append([StyledText(note, foreground: .dim)]) }
        return frame("Eddington number", lines)
    }

    /// Returns a statistic, such as `52 Brevets`.
    public static func stat(_ number: Int, _ name: String) -> StyledText { StyledText("\(number) \(name)") }

    /// Returns a row of the list of activities.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - unit: The unit that the viewer prefers.
    public static func activity(_ activity: Activity, in unit: DistanceUnit) -> Line {
        let distance = activity.checkedDistance.map { "\(oneDecimal($0.value(in: unit))) \(unit.symbol)" }
        let origin = SingleLine.cleaned(activity.origin.rawValue, longest: 8)
        let colour = activity.origin == .strava ? RGB(.orange) : nil
        return [
            StyledText("\(activity.day)  "), .cell(activity.name, 26),
            .cell(distance ?? "not counted", 11, isTrailing: true), StyledText("  "),
            .cell(activity.sport.rawValue, 17),
            StyledText(origin, foreground: colour),
        ]
    }

    /// Returns the lines of a failure, with the way to try again.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - command: The command that tries again.
    public static func failure(_ failure: Failure, command: String = "refresh") -> [Line] {
        message(of: failure)
            + (failure.canRetry ? [[StyledText("  Type “\(command)” to try again.", foreground: .dim)]] : [])
    }

    /// Returns the lines of the message of a failure.
    static func message(of failure: Failure) -> [Line] {
        wrapped("! \(SingleLine.cleaned(failure.message, longest: 400))").map {
            [StyledText($0, foreground: RGB(.red))]
        }
    }

    /// Breaks a text between its words into lines that fit in a frame. Further lines are indented by two cells.
    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, cells(line) + 1 + cells(String(word)) <= width - 4 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(lines.isEmpty ? String(word) : "  \(word)")
            }
        }
        return lines
    }

    private static func cells(_ text: String) -> Int { CellWidth.total(CellWidth.fitted(text, cells: 1_000)) }

    /// Returns the line of an empty list.
    public static func empty(_ text: String) -> [Line] { [[StyledText(text, foreground: .dim)]] }

    /// Returns a number with one decimal, rounded half up. `0.0` for a number that is not finite.
    static func oneDecimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0.0" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
