import OrbitModels
import Testing

@testable import MapClustering

@Suite struct MapFrameTests {
    private func frame(_ longitude: Double, _ latitude: Double, span: Double) throws -> MapFrame {
        let box = try #require(
            MapBox(
                west: longitude - span / 2, south: latitude - span / 8, east: longitude + span / 2,
                north: latitude + span / 8))
        return MapFrame(showing: box, width: 400, height: 400)
    }

    @Test func `a frame shows the whole width of its box around its centre`() throws {
        let frame = try frame(-76.5, 42.5, span: 4)
        #expect(abs(frame.scale - 36_000) < 0.001 && abs(frame.box.width - 4) < 1e-9)
        #expect(abs(frame.box.south - 41.0101) < 0.001 && abs(frame.box.north - 43.9591) < 0.001)
        #expect(abs(frame.x(-76.5) - 200) < 0.001 && abs(frame.x(-75.5) - 300) < 0.001)
        #expect(abs(frame.y(43) - 132.18) < 0.01 && abs(frame.y(42) - 267.82) < 0.01)
        #expect(frame.zoom(tileSize: 512) == 6 && frame.zoom(tileSize: 64) == 9)
    }

    @Test func `a square frame of the whole world reaches from pole to pole`() {
        let frame = MapFrame(showing: .world, width: 400, height: 400)
        #expect(frame.scale == 400 && frame.box == .world)
        #expect(frame.zoom(tileSize: 512) == 0)
    }

    @Test func `a frame of a single place shows a few metres`() throws {
        let box = try #require(MapBox(west: 10, south: 20, east: 10, north: 20))
        let frame = MapFrame(showing: box, width: 400, height: 300)
        #expect(abs(frame.scale / 3e9 - 1) < 1e-9)
        #expect(abs(frame.box.width / 4.8e-5 - 1) < 0.001)
    }

    /// In the first case, the meridians are exactly 100 pixels apart.
    @Test(arguments: [
        (4.0, ["78° W", "77° W", "76° W", "75° W"]), (0.39, ["76.6° W", "76.5° W", "76.4° W"]),
        (0.039, ["76.51° W", "76.50° W", "76.49° W"]), (0.003_9, ["76.501° W", "76.500° W", "76.499° W"]),
        (0.000_39, ["76.5001° W", "76.5000° W", "76.4999° W"]),
    ])
    func `meridians are at least 100 pixels apart, with as many decimals as their distance needs`(
        span: Double, labels: [String]
    ) throws {
        let graticule = Graticule(of: try frame(-76.5, 42.5, span: span))
        #expect(graticule.meridians.map(\.label) == labels)
    }

    @Test func `lines of a graticule are in the frame`() throws {
        let graticule = Graticule(of: try frame(-76.5, 42.5, span: 4))
        for (line, offset) in zip(graticule.meridians, [50.0, 150, 250, 350]) {
            #expect(abs(line.offset - offset) < 0.001)
        }
        #expect(graticule.parallels.map(\.label) == ["42° N", "43° N"])
        #expect(graticule.parallels.allSatisfy { (0...400).contains($0.offset) })
    }

    @Test func `a graticule of the whole world has no line at the poles, and 0° and 180° have no side`() {
        let graticule = Graticule(of: MapFrame(showing: .world, width: 390, height: 610))
        #expect(graticule.meridians.map(\.label) == ["180°", "90° W", "0°", "90° E", "180°"])
        #expect(graticule.parallels.map(\.label) == ["0°"])
        let wide = Graticule(of: MapFrame(showing: .world, width: 1_280, height: 800))
        #expect(wide.parallels.map(\.label) == ["60° S", "0°", "60° N"])
    }
}
