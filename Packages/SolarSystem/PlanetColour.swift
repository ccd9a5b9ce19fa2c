public import Drawing
import TimeAndChance

extension Planet {
    /// The highlight, base and shade of a sphere, in sRGB.
    ///
    /// Dark ink has a contrast of at least 4.5 : 1 on all three colours. Each of them has a contrast of at least 3 : 1
    /// to the background (WCAG 2.2, 1.4.3 and 1.4.11).
    public struct Colour: Hashable, Sendable {
        /// The English name, also the id of the SVG gradient.
        public let name: String
        /// The highlight.
        public let light: RGB
        /// The main colour.
        public let base: RGB
        /// The shaded side.
        public let shade: RGB

        /// Orange.
        public static let orange = Colour("orange", 0xFFC98A, 0xFF9F2E, 0xE07A12)
        /// Pink.
        public static let pink = Colour("pink", 0xFFB3CD, 0xFF7DA8, 0xE8588A)
        /// Green.
        public static let green = Colour("green", 0x9BEFA6, 0x4FD565, 0x2FAE48)
        /// Yellow.
        public static let yellow = Colour("yellow", 0xFFF0A0, 0xFFD83A, 0xDDAF14)
        /// Red.
        public static let red = Colour("red", 0xFFB0A6, 0xFF7468, 0xEB5A4E)
        /// Mint.
        public static let mint = Colour("mint", 0xB2F7EA, 0x5FE0C8, 0x31B49D)
        /// Cyan.
        public static let cyan = Colour("cyan", 0xB4ECFF, 0x57CBF5, 0x2BA0D0)
        /// Indigo.
        public static let indigo = Colour("indigo", 0xC4C3FF, 0x9794FF, 0x7C78F5)
        /// The colour of the planet in the centre.
        public static let you = Colour("you", 0xA9CCFF, 0x8F9BFF, 0x9A74F2)

        /// The colours of planets, without ``you``.
        public static let all = [orange, pink, green, yellow, red, mint, cyan, indigo]

        /// The colour of initials on planets.
        public static let ink = RGB(hex: 0x0B0A1E)
        /// The background gradient: dark blue, purple, black.
        public static let space = [RGB(hex: 0x081030), RGB(hex: 0x1E1145), RGB(hex: 0x000000)]
        /// The colour of names beside planets.
        public static let text = RGB(hex: 0xE9E7FF)

        static func of(_ hash: StableHash) -> Colour { all[hash.choice(of: all.count)] }

        private init(_ name: String, _ light: UInt32, _ base: UInt32, _ shade: UInt32) {
            self.name = name
            self.light = RGB(hex: light)
            self.base = RGB(hex: base)
            self.shade = RGB(hex: shade)
        }
    }
}
