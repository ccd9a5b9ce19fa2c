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
