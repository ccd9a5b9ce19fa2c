import Drawing
import Foundation
public import OrbitModels

/// A map of clusters as a self-contained SVG 1.1 document, with meridians and parallels instead of streets.
///
/// ```swift
/// let picture = ClusterMapSVG(width: 390, height: 640).text(of: index, in: box)
/// ```
///
/// Circles grow with the number of points and have the colour of the most frequent kind, which a legend explains. Each
/// circle is a list item with its number and kinds. The same index and box always give the same text.
public struct ClusterMapSVG: Hashable, Sendable {
    /// The width in pixels, 200 to 4096.
    public let width: Double
    /// The height in pixels, 200 to 4096.
    public let height: Double
    /// The accessible name of the picture. `nil` means "Meetups on the map" in the language of the front end.
    public let title: String?

    /// Creates a picture. Sizes out of range are clamped.
    public init(width: Double = 390, height: Double = 640, title: String? = nil) {
        func size(_ value: Double, _ standard: Double) -> Double {
            value.isNaN ? standard : min(max(value, 200), 4_096)
        }
        self.width = size(width, 390)
        self.height = size(height, 640)
        self.title = title
    }

    /// Returns the document for a box. The map shows the whole box in its centre, at the highest zoom that fits.
    ///
    /// - Parameters:
    ///   - index: The clusters.
    ///   - box: The box.
    ///   - limit: The maximum number of circles. The largest clusters are drawn.
    ///   - words: The texts of the front end, including those of ``vocabulary`` and of the kinds of meetups.
    public func text<Entity>(
        of index: ClusterIndex<Entity>, in box: MapBox, limit: Int = 500, words: LocalizedStrings = .english
    ) -> String {
        let legendHeight = 30.0
        let frame = MapFrame(showing: box, width: width, height: height - legendHeight)
        let zoom = frame.zoom(tileSize: index.settings.tileSize)
        let marks = index.clusters(in: frame.box, zoom: zoom, limit: limit).map { Mark($0, in: index, on: frame) }
        var svg = SVGWriter()
        let title = self.title ?? words.sentence("title", in: Self.vocabulary)
        svg.document(width: width, height: height, title: title) { svg in
            svg.element("desc", text: Self.summary(of: marks, in: words))
            svg.element("rect", [("width", "100%"), ("height", "100%"), ("fill", KindColour.background.hex)])
            draw(Graticule(of: frame), height: frame.height, in: &svg)
            svg.open("g", [("role", "list"), ("text-anchor", "middle")])
            for mark in marks { mark.draw(words, in: &svg) }
            svg.close("g")
            drawLegend(of: marks, top: frame.height, words, in: &svg)
        }
        return svg.text
    }

    private static func summary(of marks: [Mark], in words: LocalizedStrings) -> String {
        func counted(_ code: String, _ count: Int) -> ParameterValue {
            .text(words.sentence(code, in: vocabulary, ["count": .integer(count)]))
        }
        let points = marks.reduce(0) { $0 + $1.count }
        return words.sentence(
            "summary", in: vocabulary,
            ["points": counted("points", points), "circles": counted("circles", marks.count)])
    }

    private func draw(_ graticule: Graticule, height: Double, in svg: inout SVGWriter) {
        svg.open("g", [("aria-hidden", "true"), ("font-size", "11"), ("fill", KindColour.text.hex)])
        let number = { SVGWriter.number($0) }
        let stroke = [("stroke", KindColour.line.hex), ("stroke-width", "1")]
        for line in graticule.meridians {
            let x = number(line.offset)
            svg.element("line", [("x1", x), ("x2", x), ("y1", "0"), ("y2", number(height))] + stroke)
            guard (24...(width - 60)).contains(line.offset) else { continue }
            svg.element("text", [("x", number(line.offset + 4)), ("y", number(height - 6))], text: line.label)
        }
        for line in graticule.parallels {
            let y = number(line.offset)
            svg.element("line", [("x1", "0"), ("x2", number(width)), ("y1", y), ("y2", y)] + stroke)
            guard (16...(height - 24)).contains(line.offset) else { continue }
            svg.element("text", [("x", "4"), ("y", number(line.offset - 4))], text: line.label)
        }
        svg.close("g")
    }

    /// Draws as many kinds as fit in one line, the most frequent first.
    private func drawLegend(of marks: [Mark], top: Double, _ words: LocalizedStrings, in svg: inout SVGWriter) {
        var counts: [EventType: Int] = [:]
        for mark in marks { counts.merge(mark.kinds, uniquingKeysWith: +) }
        svg.open("g", [("font-size", "12"), ("fill", KindColour.text.hex)])
        svg.element(
            "rect",
            [
                ("x", "0"), ("y", SVGWriter.number(top)), ("width", "100%"),
                ("height", SVGWriter.number(height - top)), ("fill", "#ffffff"),
            ])
        var x = 10.0
        for (kind, _) in Mark.ordered(counts) {
            let name = kind.name(in: words)
            let room = TextWidth.ems(of: name) * 12 + 26
            if x + room > width { break }
            svg.circle(x: x + 5, y: top + 15, radius: 5, [("fill", KindColour.of(kind).hex)])
            svg.element("text", [("x", SVGWriter.number(x + 14)), ("y", SVGWriter.number(top + 19))], text: name)
            x += room
        }
        svg.close("g")
    }
}
