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

    /// Shows at least the box, its middle in the middle. At most the whole world is shown, at least a few metres.
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

    /// The zoom of 512-pixel tiles, or others, at which the world is at most as wide.
    func zoom(tileSize: Double) -> Int { Int(min(max(log2(scale / tileSize), 0), 30)) }

    func point(_ place: Coordinates) -> (x: Double, y: Double) {
        (x(place.longitude), y(place.latitude))
    }

    func x(_ longitude: Double) -> Double {
        width / 2 + (longitude / 360 - centreX).remainder(dividingBy: 1) * scale
    }

    func y(_ latitude: Double) -> Double { height / 2 + (Self.mercator(latitude) - centreY) * scale }

    /// 0 in the north, 1 in the south; places beyond the square lie on its side.
    private static func mercator(_ latitude: Double) -> Double {
        let sine = sin(min(max(latitude, -85.0511), 85.0511) * .pi / 180)
        return 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
    }

    private static func latitude(_ y: Double) -> Double {
        y <= 0 ? 90 : y >= 1 ? -90 : 360 / .pi * atan(exp((0.5 - y) * 2 * .pi)) - 90
    }
}
