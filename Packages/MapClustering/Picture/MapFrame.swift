import Foundation
import OrbitModels

/// A box of the Earth on a canvas, in Web Mercator.
struct MapFrame {
    let box: MapBox
    let width: Double
    let height: Double
    /// The width of the world in pixels.
    let scale: Double
    private let centreX: Double
    private let centreY: Double

    /// Creates a frame that shows at least the box, with the same centre. It shows at least a few metres and at most
    /// the whole world.
    init(showing box: MapBox, width: Double, height: Double) {
        (self.width, self.height) = (width, height)
        let top = Self.mercator(box.north)
        let bottom = Self.mercator(box.south)
        let wanted = min(width / max(box.width / 360, 1e-7), height / max(bottom - top, 1e-7))
        scale = max(wanted, min(width, height) / 2)
        centreX = (box.west + box.width / 2) / 360
        centreY = (top + bottom) / 2
        let halfWidth = min(width / scale * 180, 180)
        let middle = centreX * 360
        self.box =
            MapBox(
                west: middle - halfWidth, south: Self.latitude(centreY + height / scale / 2),
                east: middle + halfWidth, north: Self.latitude(centreY - height / scale / 2)) ?? box
    }

    /// Returns the highest zoom at which the world is at most as wide as in the frame, for tiles of the given size.
    func zoom(tileSize: Double) -> Int { Int(min(max(log2(scale / tileSize), 0), 30)) }

    func point(_ place: Coordinates) -> (x: Double, y: Double) {
        (x(place.longitude), y(place.latitude))
    }

    func x(_ longitude: Double) -> Double {
        width / 2 + (longitude / 360 - centreX).remainder(dividingBy: 1) * scale
    }

    func y(_ latitude: Double) -> Double { height / 2 + (Self.mercator(latitude) - centreY) * scale }

    /// Returns the position from north (0) to south (1). Places beyond the square are moved to its side.
    private static func mercator(_ latitude: Double) -> Double {
        let sine = sin(min(max(latitude, -85.0511), 85.0511) * .pi / 180)
        return 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
    }

    private static func latitude(_ y: Double) -> Double {
        y <= 0 ? 90 : y >= 1 ? -90 : 360 / .pi * atan(exp((0.5 - y) * 2 * .pi)) - 90
    }
}
