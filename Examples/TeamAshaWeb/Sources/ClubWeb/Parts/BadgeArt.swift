import OrbitModels
import PageParts
import Randonneuring
import TeamAshaApp

/// The badges and the Eddington number in the colours of the design. Each colour has a text beside it.
enum BadgeArt {
    /// Returns a label on the colour of a badge.
    static func chip(_ text: String, _ colour: BadgeColour) -> Markup {
        "<span class=\("chip \(colour.rawValue)")>\(name: text)</span>"
    }

    /// Returns the component DistanceBadge.
    static func distance(_ kilometres: Int) -> Markup {
        chip("\(kilometres) km", DistanceBadge(kilometres: kilometres).colour)
    }

    /// Returns the badges of a rider. A badge that this version does not know is gray.
    static func badges(_ badges: [RiderBadge]) -> Markup {
        guard !badges.isEmpty else { return .empty }
        let chips = badges.map { badge -> Markup in "\(chip(LocalizedStrings.english(badge), badge.colour)) " }
        return "<p class=\"chips\">\(chips)</p>"
    }

    /// Returns the state of a brevet.
    static func status(_ status: BrevetStatus) -> Markup {
        let text = LocalizedStrings.english(status)
        switch status {
        case .open: return chip(text, .green)
        case .cancelled: return chip(text, .red)
        default: return chip(text, .gray)
        }
    }

    /// Returns the component EddingtonCard: the number in a ring that shows the way to the next number.
    static func eddington(_ card: EddingtonCard) -> Markup {
        let number = card.eddington
        let percent = min(max(Int(number.progress * 100), 0), 100)
        let colour = number.badge?.colour ?? .gray
        let badge = number.badge.map { chip($0.rawValue, $0.colour) }
        let note = card.note.map { note -> Markup in "<p class=\"meta\">\(note)</p>" }
        // The circumference of the circle is 100, so a percentage is the length of its arc.
        return """
            <section class="card eddington">
            <h2>Eddington number</h2>
            <svg viewBox="0 0 40 40" width="128" height="128" role="img" aria-label=\(card.title)>
            <circle class="track" cx="20" cy="20" r="15.9155" fill="none" stroke-width="4"/>
            <circle cx="20" cy="20" r="15.9155" fill="none" stroke=\(hex(colour)) stroke-width="4" \
            stroke-dasharray=\("\(percent) 100") transform="rotate(-90 20 20)"/>
            <text x="20" y="23" text-anchor="middle" font-size="9">\(number.number)</text>
            </svg>
            <p><strong>\(card.title)</strong> \(badge)</p>
            <p>\(number.daysTowardsNext) of \(number.next) days. \(card.nextText)</p>
            \(note)
            </section>
            """
    }

    /// Returns a colour as `#rrggbb`.
    static func hex(_ colour: BadgeColour) -> String {
        let digits = String(colour.hex, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
