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

    /// Returns the badge of an Eddington number; `nil` below 25.
    static func eddington(_ eddington: Eddington) -> StyledText? {
        eddington.badge.map { chip($0.rawValue, $0.colour) }
    }

    /// Returns the badges of a rider, with spaces between them. A badge of a newer server is gray.
    static func badges(_ badges: [RiderBadge]) -> Line {
        badges.prefix(4).flatMap { badge in
            [chip(SingleLine.cleaned(LocalizedStrings.english(badge), longest: 20), badge.colour), StyledText(" ")]
        }
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
