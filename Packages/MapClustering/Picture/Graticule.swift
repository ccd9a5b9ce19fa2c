/// Meridians and parallels at round degrees, far enough apart for their labels.
struct Graticule {
    struct Line {
        /// The distance from the left or from the top, in pixels.
        let offset: Double
        let label: String
    }

    let meridians: [Line]
    let parallels: [Line]

    private static let steps = [
        90.0, 60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.000_5, 0.000_2, 0.000_1,
    ]
    private static let least = 100.0

    init(of frame: MapFrame) {
        let degree = frame.scale / 360
        let step = Self.steps.last { $0 * degree >= Self.least } ?? 90
        let decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : step >= 0.001 ? 3 : 4
        let first = (frame.box.west / step).rounded(.up)
        meridians = (0...Int(min(frame.box.width / step, 500))).compactMap { number in
            let longitude = ((first + Double(number)) * step).remainder(dividingBy: 360)
            let x = frame.x(longitude)
            guard (0...frame.width).contains(x) else { return nil }
            return Line(offset: x, label: Self.label(longitude, decimals, ("E", "W")))
        }
        let lowest = (frame.box.south / step).rounded(.up)
        parallels = (0...Int(min((frame.box.north - frame.box.south) / step, 500))).compactMap { number in
            let latitude = (lowest + Double(number)) * step
            let y = frame.y(latitude)
            guard abs(latitude) <= 85, (0...frame.height).contains(y) else { return nil }
            return Line(offset: y, label: Self.label(latitude, decimals, ("N", "S")))
        }
    }

    private static func label(_ degrees: Double, _ decimals: Int, _ sides: (String, String)) -> String {
        var unit = 1
        for _ in 0..<decimals { unit *= 10 }
        let count = Int((abs(degrees) * Double(unit)).rounded())
        let rest = String(count % unit)
        let zeros = String(repeating: "0", count: max(0, decimals - rest.count))
        let number = decimals == 0 ? "\(count)" : "\(count / unit).\(zeros)\(rest)"
        let isPlain = count == 0 || count == 180 * unit
        return "\(number)°" + (isPlain ? "" : " \(degrees > 0 ? sides.0 : sides.1)")
    }
}
