import Foundation
import MapClustering
import OrbitModels
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct PictureTests {
    @Test(arguments: [(390.0, 640.0), (1280, 800), (.nan, -5)], [0.01, 3, 400])
    func `a picture is well-formed, finite and the same each time`(size: (Double, Double), span: Double) throws {
        let points = try randomPoints(300, seed: 1)
        let box = try #require(MapBox(west: 180 - span, south: -17 - span, east: 180 + span, north: -17 + span))
        let svg = ClusterMapSVG(width: size.0, height: size.1, title: "a < b & \"c\"")
        let text = svg.text(of: ClusterIndex(points), in: box)
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(!text.contains("nan") && !text.contains("inf"))
        #expect(text.contains("role=\"listitem\""))
        #expect(text == svg.text(of: ClusterIndex(points.reversed()), in: box))
    }

    @Test func `a picture of nothing is an empty map`() {
        let text = ClusterMapSVG().text(of: ClusterIndex<Spot>(), in: .world)
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(!text.contains("listitem"))
    }
}
