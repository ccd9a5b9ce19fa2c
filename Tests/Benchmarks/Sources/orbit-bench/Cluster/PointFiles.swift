import Foundation
import MapClustering
import OrbitModels

/// Points and viewports in the files that README.md describes.
struct PointFiles {
    enum Spot {}

    struct Query: Decodable {
        let zoom: Int
        let box: MapBox

        private enum CodingKeys: String, CodingKey {
            case zoom = "z"
            case box = "bbox"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            zoom = try container.decode(Int.self, forKey: .zoom)
            let sides = try container.decode([Double].self, forKey: .box)
            guard sides.count == 4,
                let box = MapBox(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
            else { throw UnexpectedInput("A viewport has no four sides.") }
            self.box = box
        }
    }

    let points: [MapPoint<Spot>]
    let queries: [Query]

    init(points: String, queries: String) throws {
        self.points = try Data(contentsOf: URL(filePath: points)).withUnsafeBytes { bytes in
            try (0..<(bytes.count / 16)).map { number in
                func value(_ offset: Int) -> Double {
                    Double(
                        bitPattern: UInt64(
                            littleEndian: bytes.loadUnaligned(fromByteOffset: number * 16 + offset, as: UInt64.self)))
                }
                guard let place = Coordinates(latitude: value(0), longitude: value(8)) else {
                    throw UnexpectedInput("A point does not lie on the Earth.")
                }
                return MapPoint(id: Identifier(String(number)), coordinates: place)
            }
        }
        self.queries = try JSONDecoder().decode([Query].self, from: Data(contentsOf: URL(filePath: queries)))
    }
}
