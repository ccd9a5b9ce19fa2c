extension SolarSystem {
    /// The drawing area: its size in points, and the maximum size of planets.
    ///
    /// Sizes are clamped, so that every canvas can be drawn on.
    public struct Canvas: Hashable, Sendable {
        /// In points, 160 to 16,384.
        public let width: Double
        /// In points, 160 to 16,384.
        public let height: Double
        /// The diameter of a planet while there is room for all, in points. It is at least 4 and at most a fifth of the
        /// shorter side.
        public let planetDiameter: Double
        /// The diameter of the planet in the centre, in points. It is at least 4 and at most a quarter of the shorter
        /// side.
        public let centreDiameter: Double

        /// Creates a canvas. Sizes are clamped, and NaN counts as the minimum.
        public init(width: Double, height: Double, planetDiameter: Double = 70, centreDiameter: Double = 90) {
            self.width = Self.within(160...16_384, width)
            self.height = Self.within(160...16_384, height)
            let shorter = min(self.width, self.height)
            self.planetDiameter = Self.within(4...shorter / 5, planetDiameter)
            self.centreDiameter = Self.within(4...shorter / 4, centreDiameter)
        }

        /// 390 × 844 points.
        public static let phone = Canvas(width: 390, height: 844)
        /// 1024 × 1366 points.
        public static let tablet = Canvas(width: 1024, height: 1366)
        /// 1440 × 900 points.
        public static let desktop = Canvas(width: 1440, height: 900)

        /// A canvas of character cells of 8 × 16 points; at least 20 × 10 cells.
        public static func terminal(columns: Int = 78, rows: Int = 30) -> Canvas {
            Canvas(
                width: within(20...2048, Double(columns)) * 8, height: within(10...1024, Double(rows)) * 16,
                planetDiameter: 44, centreDiameter: 60)
        }

        /// The centre of the canvas.
        public var centre: Point { Point(x: width / 2, y: height / 2) }

        /// NaN counts as the minimum.
        private static func within(_ range: ClosedRange<Double>, _ value: Double) -> Double {
            value >= range.lowerBound ? min(value, range.upperBound) : range.lowerBound
        }
    }

    /// A point on the canvas, in points from its left and top edges.
    public struct Point: Hashable, Sendable {
        /// From the left edge.
        public var x: Double
        /// From the top edge.
        public var y: Double

        /// Creates a point.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        /// The Euclidean distance.
        public func distance(to other: Point) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }

        /// To the nearest 1/64 of a point.
        var rounded: Point {
            Point(x: (x * 64).rounded() / 64, y: (y * 64).rounded() / 64)
        }
    }

    /// An axis-aligned rectangle on the canvas, in points.
    public struct Box: Hashable, Sendable {
        /// The left edge.
        public var x: Double
        /// The top edge.
        public var y: Double
        /// The width.
        public var width: Double
        /// The height.
        public var height: Double

        /// Creates a box.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// Whether the boxes share more than an edge.
        public func overlaps(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }

        /// Whether the disc reaches into the box.
        public func overlaps(discAt centre: Point, radius: Double) -> Bool {
            let nearest = Point(x: min(max(centre.x, x), x + width), y: min(max(centre.y, y), y + height))
            return nearest.distance(to: centre) < radius
        }
    }
}
