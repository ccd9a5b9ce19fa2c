import Drawing
import OrbitModels

/// The colour of a kind of points. White text on it has a contrast of at least 4.5 : 1, and it has at least 3 : 1 to
/// the background (WCAG 2.2, 1.4.3 and 1.4.11).
enum KindColour {
    static let background = RGB(hex: 0xF4F1EA)
    static let line = RGB(hex: 0xCFC9BC)
    static let text = RGB(hex: 0x4A463E)

    private static let all = [
        RGB(hex: 0x1F5FBF), RGB(hex: 0xB0286A), RGB(hex: 0x5B4636), RGB(hex: 0x7A3FB0), RGB(hex: 0x006B6B),
        RGB(hex: 0x9A4A00), RGB(hex: 0xB3261E), RGB(hex: 0x2E6B1F), RGB(hex: 0x555B66),
    ]

    static func of(_ kind: EventType) -> RGB {
        all[min(EventType.known.firstIndex(of: kind) ?? all.count - 1, all.count - 1)]
    }
}

extension EventType {
    /// The front end's own word, or `language exchange`.
    func name(in words: Words) -> String {
        words.own(wordCode, in: Self.vocabulary) ?? String(rawValue.map { $0 == "_" ? " " : $0 })
    }
}
