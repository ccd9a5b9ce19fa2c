extension Planet {
    /// The light, the middle and the shade of a sphere, as sRGB.
    ///
    /// Dark ink is legible on all three (a contrast of 4.5 : 1 and more), and all three stand out from
    /// the space behind them (3 : 1 and more), as WCAG 2.2 asks of text and of graphics.
    public struct Colour: Hashable, Sendable {
        public let name: String
        public let light: RGB
        public let base: RGB
        public let shade: RGB

        public static let orange = Colour("orange", 0xFFC98A, 0xFF9F2E, 0xE07A12)
        public static let pink = Colour("pink", 0xFFB3CD, 0xFF7DA8, 0xE8588A)
        public static let green = Colour("green", 0x9BEFA6, 0x4FD565, 0x2FAE48)
        public static let yellow = Colour("yellow", 0xFFF0A0, 0xFFD83A, 0xDDAF14)
        public static let red = Colour("red", 0xFFB0A6, 0xFF7468, 0xEB5A4E)
        public static let mint = Colour("mint", 0xB2F7EA, 0x5FE0C8, 0x31B49D)
        public static let cyan = Colour("cyan", 0xB4ECFF, 0x57CBF5, 0x2BA0D0)
        public static let indigo = Colour("indigo", 0xC4C3FF, 0x9794FF, 0x7C78F5)
        /// Of the planet in the centre.
        public static let you = Colour("you", 0xA9CCFF, 0x8F9BFF, 0x9A74F2)

        public static let all = [orange, pink, green, yellow, red, mint, cyan, indigo]

        /// Of initials, on any planet.
        public static let ink = RGB(hex: 0x0B0A1E)
        /// Behind the planets: dark blue, purple, black.
        public static let space = [RGB(hex: 0x081030), RGB(hex: 0x1E1145), RGB(hex: 0x000000)]
        /// Of names, beside planets.
        public static let text = RGB(hex: 0xE9E7FF)

        static func of(_ hash: StableHash) -> Colour { all[hash.choice(of: all.count)] }

        private init(_ name: String, _ light: UInt32, _ base: UInt32, _ shade: UInt32) {
            self.name = name
            self.light = RGB(hex: light)
            self.base = RGB(hex: base)
            self.shade = RGB(hex: shade)
        }
    }

    /// A colour in sRGB, each part 0 to 255.
    public struct RGB: Hashable, Sendable {
        public let red: UInt8
        public let green: UInt8
        public let blue: UInt8

        init(hex: UInt32) {
            red = UInt8(hex >> 16 & 0xFF)
            green = UInt8(hex >> 8 & 0xFF)
            blue = UInt8(hex & 0xFF)
        }

        /// The colour a part of the way to another.
        func mixed(with other: RGB, _ part: Double) -> RGB {
            func mix(_ a: UInt8, _ b: UInt8) -> UInt32 { UInt32(Double(a) + (Double(b) - Double(a)) * part) }
            return RGB(hex: mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
        }

        /// The closest colour of the 6 × 6 × 6 cube that terminals with 256 colours have. Its steps are 0, 95, 135, 175,
        /// 215 and 255.
        var indexed: Int {
            [red, green, blue].reduce(0) { $0 * 6 + ($1 < 48 ? 0 : $1 < 115 ? 1 : (Int($1) - 35) / 40) } + 16
        }

        /// As CSS and SVG write it: `#ff9f2e`.
        public var hex: String {
            let digits = Array("0123456789abcdef")
            return [red, green, blue].reduce(into: "#") {
                $0.append(digits[Int($1 >> 4)])
                $0.append(digits[Int($1 & 15)])
            }
        }
    }
}
