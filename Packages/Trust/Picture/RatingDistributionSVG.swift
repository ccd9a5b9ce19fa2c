import Drawing
public import OrbitModels

/// A person's ratings as a self-contained SVG 1.1 document.
///
/// The picture contains the mean with its range. If the summary has shares, it also contains a bar for each number of
/// stars.
///
/// ```swift
/// let picture = RatingDistributionSVG().text(of: summary)
/// ```
///
/// The picture contains no more than the summary. The same summary always gives the same text.
public struct RatingDistributionSVG: Hashable, Sendable {
    /// The width in points, 240 to 2,000.
    public let width: Double

    /// Creates a renderer. A width out of range is replaced by the nearest valid width; NaN is replaced by 320.
    public init(width: Double = 320) {
        self.width = width.isNaN ? 320 : min(max(width, 240), 2_000)
    }

    /// Returns the document.
    public func text(of summary: RatingSummary, in words: LocalizedStrings = .english) -> String {
        let tenths = summary.shown?.tenths.map { Array($0.prefix(5)) } ?? []
        let height = summary.isNew ? 44.0 : tenths.isEmpty ? 84 : 84 + 22 * Double(tenths.count) + 8
        var svg = SVGWriter()
        svg.document(width: width, height: height, title: summary.phrase(in: words)) { svg in
            svg.element("rect", [("width", "100%"), ("height", "100%"), ("rx", "8"), ("fill", Colour.paper.hex)])
            svg.clippedText(
                summary.phrase(in: words), x: 16, y: 8, width: width - 32, height: 28, alignment: .left, fontSize: 15,
                [("fill", Colour.ink.hex)])
            guard let shown = summary.shown else { return }
            drawRange(of: shown, words, in: &svg)
            drawBars(tenths, in: &svg)
        }
        return svg.text
    }

    private enum Colour {
        static let paper = RGB(hex: 0xFFFDF7)
        static let ink = RGB(hex: 0x33302A)
        static let track = RGB(hex: 0xE9E2D2)
        static let range = RGB(hex: 0xF3C46B)
        static let mean = RGB(hex: 0xB35C00)
    }

    /// Draws a scale from 1 to 5, the likely range of the mean as a bar, and the mean as a disc.
    private func drawRange(of shown: ShownRatings, _ words: LocalizedStrings, in svg: inout SVGWriter) {
        let (left, right) = (28.0, width - 28)
        func x(_ stars: Double) -> Double {
            let stars = stars.isNaN ? 1 : min(max(stars, 1), 5)
            return left + (right - left) * (stars - 1) / 4
        }
        let (low, high) = (x(min(shown.low, shown.high)), x(max(shown.low, shown.high)))
        bar(x: left, y: 47, width: right - left, height: 6, Colour.track, in: &svg)
        svg.open("g", [("role", "img"), ("aria-label", shown.rangePhrase(in: words))])
        bar(x: low, y: 45, width: high - low, height: 10, Colour.range, in: &svg)
        svg.circle(x: x(shown.mean), y: 50, radius: 8, [("fill", Colour.mean.hex)])
        svg.close("g")
        for stars in 1...5 {
            svg.clippedText(
                "\(stars)", x: x(Double(stars)) - 10, y: 60, width: 20, height: 16, fontSize: 11,
                [("fill", Colour.ink.hex)])
        }
    }

    private func drawBars(_ tenths: [Int], in svg: inout SVGWriter) {
        guard !tenths.isEmpty else { return }
        svg.open("g", [("role", "list")])
        for (line, stars) in tenths.indices.reversed().enumerated() {
            let y = 84 + 22 * Double(line)
            let share = Double(min(max(tenths[stars], 0), 10))
            let room = width - 44 - 60
            svg.open("g", [("role", "listitem"), ("aria-label", "\(stars + 1) ★: \(Int(share * 10)) %")])
            svg.clippedText(
                "\(stars + 1) ★", x: 16, y: y, width: 28, height: 18, alignment: .left, fontSize: 12,
                [("fill", Colour.ink.hex)])
            bar(x: 48, y: y + 4, width: room, height: 10, Colour.track, in: &svg)
            if share > 0 { bar(x: 48, y: y + 4, width: room * share / 10, height: 10, Colour.mean, in: &svg) }
            svg.clippedText(
                "\(Int(share * 10)) %", x: width - 52, y: y, width: 40, height: 18, alignment: .right, fontSize: 12,
                [("fill", Colour.ink.hex)])
            svg.close("g")
        }
        svg.close("g")
    }

    private func bar(
        x: Double, y: Double, width: Double, height: Double, _ colour: RGB, in svg: inout SVGWriter
    ) {
        let number = { SVGWriter.number($0) }
        svg.element(
            "rect",
            [
                ("x", number(x)), ("y", number(y)), ("width", number(width)), ("height", number(height)),
                ("rx", number(height / 2)), ("fill", colour.hex),
            ])
    }
}
