import Foundation
import MapClustering
import OrbitModels
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct PictureTests {
    @Test(arguments: [(390.0, 640.0), (1280, 800), (.nan, -5)], [0.01, 3, 400])
    func `a picture is well-formed, finite and independent of the order of points`(size: (Double, Double), span: Double)
        throws
    {
        let points = try randomPoints(300, seed: 1)
        let box = try #require(MapBox(west: 180 - span, south: -17 - span, east: 180 + span, north: -17 + span))
        let svg = ClusterMapSVG(width: size.0, height: size.1, title: "a < b & \"c\"")
        let text = svg.text(of: ClusterIndex(points), in: box)
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(!text.contains("nan") && !text.contains("inf"))
        #expect(text.contains("role=\"listitem\""))
        #expect(text == svg.text(of: ClusterIndex(points.reversed()), in: box))
    }

    @Test func `a picture without points is an empty map`() {
        let text = ClusterMapSVG().text(of: ClusterIndex<Spot>(), in: .world)
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(!text.contains("listitem"))
    }

    @Test func `two neighbours share a circle at a far zoom, and have two at a near zoom`() throws {
        let index = ClusterIndex<Spot>([
            Point(id: "a", coordinates: try .at(42.445, -76.5)), Point(id: "b", coordinates: try .at(42.455, -76.49)),
        ])
        let far = try #require(MapBox(west: -120, south: 20, east: -30, north: 60))
        let near = try #require(MapBox(west: -76.505, south: 42.44, east: -76.485, north: 42.46))
        #expect(ClusterMapSVG().text(of: index, in: far).contains("2 points in 1 circle<"))
        #expect(ClusterMapSVG().text(of: index, in: near).contains("2 points in 2 circles<"))
    }

    @Test func `sizes of a picture out of range are clamped`() {
        let small = ClusterMapSVG(width: 100, height: -5)
        #expect(small.width == 200 && small.height == 200)
        let large = ClusterMapSVG(width: 5_000, height: .infinity)
        #expect(large.width == 4_096 && large.height == 4_096)
        let standard = ClusterMapSVG(width: .nan, height: .nan)
        #expect(standard.width == 390 && standard.height == 640)
    }

    /// The last meridian is 60.5 pixels from the right edge, and the lowest parallel is 24.3 pixels from the legend.
    @Test func `lines of a map have labels if there is room for them`() throws {
        func text(west: Double, south: Double) throws -> String {
            let box = try #require(MapBox(west: west, south: south, east: west + 4, north: south + 1))
            return ClusterMapSVG(width: 400, height: 430).text(of: ClusterIndex<Spot>(), in: box)
        }
        let labelled = try text(west: -79.395, south: 42.79)
        #expect(labelled.contains("<rect width=\"100%\" height=\"100%\" fill=\"#f4f1ea\"/>"))
        #expect(labelled.contains("<line x1=\"339.5\" x2=\"339.5\" y1=\"0\" y2=\"400\""))
        #expect(labelled.contains("<text x=\"343.5\" y=\"394\">76° W</text>"))
        #expect(labelled.contains("<line x1=\"0\" x2=\"400\" y1=\"375.67\" y2=\"375.67\""))
        #expect(labelled.contains("<text x=\"4\" y=\"371.67\">42° N</text>"))
        let bare = try text(west: -78.5, south: 42.05)
        #expect(bare.contains(">76° W<") && !bare.contains(">75° W<") && bare.contains("x1=\"350\""))
        #expect(bare.contains(">43° N<") && !bare.contains(">44° N<"))
        #expect(bare.components(separatedBy: "<line").count == 1 + 4 + 3)
    }

    @Test func `the legend lists the kinds by their number, with their colours`() throws {
        let kinds: [EventType] = [.other, .study, .other]
        let index = ClusterIndex<Spot>(
            try kinds.enumerated().map {
                Point(id: Identifier("p\($0)"), coordinates: try .at(42.445, -76.5), kind: $1)
            })
        let text = ClusterMapSVG().text(of: index, in: .world)
        #expect(text.contains("<circle cx=\"15\" cy=\"625\" r=\"5\" fill=\"#555b66\"/>"))
        #expect(text.contains("<text x=\"24\" y=\"629\">other</text>"))
        #expect(text.contains("<circle cx=\"76.28\" cy=\"625\" r=\"5\" fill=\"#1f5fbf\"/>"))
        #expect(text.contains("<text x=\"85.28\" y=\"629\">study</text>"))
        #expect(text.contains("<title>3: 2 other, 1 study</title>"))
    }

    @Test func `a picture has the front end's words, including those for kinds of meetups`() throws {
        let index = ClusterIndex<Spot>([Point(id: "a", coordinates: try .at(42.445, -76.5))])
        let german = LocalizedStrings([
            LocalizationKey("cluster_map", "title"): "Treffen",
            LocalizationKey("cluster_map", "summary"): "{circles} für {points}",
            LocalizationKey("cluster_map", "points"): "{count} Punkte",
            LocalizationKey("cluster_map", "circles"): "{count} Kreise",
            LocalizationKey("event_type", "other"): "Sonstiges",
        ])
        let shown = ClusterMapSVG().text(of: index, in: .world, words: german)
        #expect(shown.contains(">Treffen<") && shown.contains(">1 Kreise für 1 Punkte<"))
        #expect(shown.contains(">1 Sonstiges<") && shown.contains(">Sonstiges<"))
        let english = ClusterMapSVG().text(of: index, in: .world)
        #expect(english.contains(">Meetups on the map<") && english.contains(">1 point in 1 circle<"))
        #expect(english.contains(">1 other<"))
    }
}
