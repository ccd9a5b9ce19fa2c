import Drawing
import OrbitModels
import Randonneuring
import TeamAshaApp

/// The coloured labels of the design. They keep their meaning without colours, because each has a text in brackets.
enum Chips {
    /// Returns a label on the colour of a badge.
    static func chip(_ text: String, _ colour: BadgeColour) -> StyledText {
        let background = RGB(colour)
        return StyledText("[\(text)]", foreground: background.contrasting, background: background)
    }

    /// Returns the component DistanceBadge.
    static func distance(_ kilometres: Int) -> StyledText {
        chip("\(kilometres) km", DistanceBadge(kilometres: kilometres).colour)
    }

    /// Returns the component DistanceBadge as a column of ten cells, so that the next column is aligned.
    static func distanceColumn(_ kilometres: Int) -> Line {
        let chip = distance(kilometres)
        return [chip, StyledText(String(repeating: " ", count: max(1, 10 - chip.text.count)))]
    }

    /// Returns the badge of an Eddington number; `nil` below 25.
    static func eddington(_ eddington: Eddington) -> StyledText? {
        eddington.badge.map { chip($0.rawValue, $0.colour) }
    }

    /// Returns the badges of a rider that fit, with spaces between them, and the number of the other badges. A badge of
    /// a newer server is gray.
    ///
    /// - Parameters:
    ///   - badges: The badges.
    ///   - width: The number of cells.
    static func badges(_ badges: [RiderBadge], in width: Int) -> Line {
        var line: Line = []
        var left = width
        for (index, badge) in badges.enumerated() {
            let chip = chip(SingleLine.cleaned(LocalizedStrings.english(badge), longest: 20), badge.colour)
            let others = badges.count - index
            let cells = CellWidth.total(CellWidth.fitted(chip.text, cells: width + 1))
            // The number of the badges after this badge needs up to four cells.
            guard cells + (others > 1 ? 4 : 0) <= left else { return line + [StyledText("+\(others)")] }
            line += [chip, StyledText(" ")]
            left -= cells + 1
        }
        return line
    }

    /// Returns the state of a brevet.
    static func status(_ status: BrevetStatus) -> StyledText {
        let text = SingleLine.cleaned(LocalizedStrings.english(status), longest: 12)
        switch status {
        case .open: return chip(text, .green)
        case .cancelled: return chip(text, .red)
        default: return chip(text, .gray)
        }
    }
}
