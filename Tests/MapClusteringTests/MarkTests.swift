import Drawing
import OrbitModels
import Testing

@testable import MapClustering

@Suite struct MarkTests {
    private func drawn(_ count: Int, on frame: MapFrame) throws -> String {
        let cluster = MapCluster<Spot>(
            PlainCluster(
                id: ClusterID(zoom: 5, anchor: PlaceKey(value: 1)), position: try .at(42.5, -76.5), count: count,
                representative: "p", earliest: 0, latest: 0, expansionZoom: 6))
        var svg = SVGWriter()
        Mark(cluster, in: ClusterIndex<Spot>(), on: frame).draw(.english, in: &svg)
        return svg.text
    }

    @Test(arguments: [
        (2, "13", "11.05", "2"), (4, "15", "12.75", "4"), (999, "30", "18", "999"), (1_000, "30", "18", "1k"),
        (999_999, "30", "18", "999k"), (1_000_000, "30", "18", "1M"),
    ])
    func `a circle grows with the logarithm of its number, up to 30 pixels`(
        count: Int, radius: String, fontSize: String, label: String
    ) throws {
        let box = try #require(MapBox(west: -78.5, south: 42, east: -74.5, north: 43))
        let text = try drawn(count, on: MapFrame(showing: box, width: 400, height: 400))
        #expect(text.contains(" r=\"\(radius)\""))
        #expect(text.contains(" font-size=\"\(fontSize)\"") && text.contains(">\(label)</text>"))
        #expect(text.contains("<title>\(count): </title>"))
    }

    @Test(arguments: [(400.0, "5.46"), (200, "3.5")])
    func `a single point has no number, and is smaller on a map that is narrower than a tile`(
        width: Double, radius: String
    ) throws {
        let text = try drawn(1, on: MapFrame(showing: .world, width: width, height: width))
        #expect(text.contains(" r=\"\(radius)\"") && !text.contains("<text"))
    }

    @Test func `each kind has its own colour, and unknown kinds have that of other`() {
        #expect(Set(EventType.known.map(KindColour.of)).count == EventType.known.count)
        #expect(KindColour.of(.other).hex == "#555b66" && KindColour.of(.study).hex == "#1f5fbf")
        #expect(KindColour.of(EventType(rawValue: "newer")) == KindColour.of(.other))
    }
}
