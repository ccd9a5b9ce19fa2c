/// A colour in sRGB, each component 0 to 255.
public struct RGB: Hashable, Sendable {
    /// The red component.
    public let red: UInt8
    /// The green component.
    public let green: UInt8
    /// The blue component.
    public let blue: UInt8

    /// Creates a colour from `0xRRGGBB`.
    public init(hex: UInt32) {
        red = UInt8(hex >> 16 & 0xFF)
        green = UInt8(hex >> 8 & 0xFF)
        blue = UInt8(hex & 0xFF)
    }

    /// Returns the linear mix with another colour.
    ///
    /// - Parameters:
    ///   - other: The other colour.
    ///   - part: The share of the other colour, clamped to 0...1; NaN counts as 0.
    public func mixed(with other: RGB, _ part: Double) -> RGB {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt32 { UInt32(Double(a) + (Double(b) - Double(a)) * part) }
        return RGB(hex: mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
    }

    /// The index of the closest colour in the 6 × 6 × 6 cube of 256-colour terminals. The cube has the levels 0, 95,
    /// 135, 175, 215 and 255.
    public var indexed: Int {
        [red, green, blue].reduce(0) { $0 * 6 + ($1 < 48 ? 0 : $1 < 115 ? 1 : (Int($1) - 35) / 40) } + 16
    }

    /// The colour in CSS and SVG notation, such as `#ff9f2e`.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        return [red, green, blue].reduce(into: "#") {
            $0.append(digits[Int($1 >> 4)])
            $0.append(digits[Int($1 & 15)])
        }
    }
}
