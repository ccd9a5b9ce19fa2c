import Drawing

/// The colours of calendars. The contrast of ink on its fill is at least 4.5 to 1 (WCAG 2.2, 1.4.3).
enum CalendarColours {
    static let strong = RGB(hex: 0x1F2937)
    static let weak = RGB(hex: 0x5B6472)
    /// The colour of lines, and the background of hours that a day does not have.
    static let faint = RGB(hex: 0xD5D9E0)
    /// A grey that is readable on dark and on light terminals.
    static let terminalGrey = RGB(hex: 0x808894)
    static let today = RGB(hex: 0xB4321F)
    static let page = RGB(hex: 0xFFFFFF)
    /// The background of days that belong to other months.
    static let shade = RGB(hex: 0xF3F4F6)

    static func fill(of kind: CalendarEntry.Kind) -> RGB {
        switch kind {
        case .confirmed: RGB(hex: 0xDCE7FF)
        case .tentative: RGB(hex: 0xFFF3D6)
        case .busy: RGB(hex: 0xE5E7EB)
        case .suggested: RGB(hex: 0xDDF5E5)
        }
    }

    static func ink(of kind: CalendarEntry.Kind) -> RGB {
        switch kind {
        case .confirmed: RGB(hex: 0x1B3A8A)
        case .tentative: RGB(hex: 0x7A4A00)
        case .busy: RGB(hex: 0x374151)
        case .suggested: RGB(hex: 0x14532D)
        }
    }
}

extension CalendarEntry.Kind {
    /// A character that distinguishes the kinds without colours.
    var mark: String {
        switch self {
        case .confirmed: "*"
        case .tentative: "?"
        case .busy: "-"
        case .suggested: "+"
        }
    }
}
