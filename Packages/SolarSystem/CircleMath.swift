/// Sine, cosine and their inverses computed with `+ - * /` and `sqrt` only.
///
/// IEEE 754 prescribes the last bit of these five operations but not of `sin` and `acos`, which differ between C
/// libraries. With these five, a layout is the same on every device. The error is below 1e-15.
enum CircleMath {
    static let turn = 2 * Double.pi

    /// Returns the sine and the cosine of an angle of at most a few thousand turns.
    static func sinAndCos(_ angle: Double) -> (sin: Double, cos: Double) {
        let quarters = (angle / (turn / 4)).rounded()
        let x = angle - quarters * (turn / 4)
        let (sin, cos) = (sinNearZero(x), cosNearZero(x))
        switch Int(quarters) & 3 {
        case 0: return (sin, cos)
        case 1: return (cos, -sin)
        case 2: return (-sin, -cos)
        default: return (-cos, sin)
        }
    }

    /// Clamps its argument to -1...1.
    static func asin(_ x: Double) -> Double {
        let x = min(max(x, -1), 1)
        return 2 * atan(x / (1 + ((1 - x) * (1 + x)).squareRoot()))
    }

    /// Clamps its argument to -1...1.
    static func acos(_ x: Double) -> Double {
        turn / 4 - asin(x)
    }

    /// Halves the angle three times by atan x = 2 atan(x / (1 + sqrt(1 + x²))), because small angles need few terms of
    /// the series.
    private static func atan(_ x: Double) -> Double {
        var y = x
        for _ in 0..<3 { y /= 1 + (1 + y * y).squareRoot() }
        let z = y * y
        var sum = 1 / 17 - z * (1 / 19 - z * (1 / 21))
        sum = 1 / 11 - z * (1 / 13 - z * (1 / 15 - z * sum))
        sum = 1 / 5 - z * (1 / 7 - z * (1 / 9 - z * sum))
        return 8 * y * (1 - z * (1 / 3 - z * sum))
    }

    private static func sinNearZero(_ x: Double) -> Double {
        let z = x * x
        var sum = 1 - z / 210 * (1 - z / 272)
        sum = 1 - z / 72 * (1 - z / 110 * (1 - z / 156 * sum))
        return x * (1 - z / 6 * (1 - z / 20 * (1 - z / 42 * sum)))
    }

    private static func cosNearZero(_ x: Double) -> Double {
        let z = x * x
        var sum = 1 - z / 182 * (1 - z / 240)
        sum = 1 - z / 56 * (1 - z / 90 * (1 - z / 132 * sum))
        return 1 - z / 2 * (1 - z / 12 * (1 - z / 30 * sum))
    }
}
