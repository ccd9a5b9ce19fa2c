extension SolarSystem {
    /// The room there is: its size in points, and how large planets may be.
    ///
    /// Sizes from outside are brought into range, so that no canvas is too small or too strange to draw on.
    public struct Canvas: Hashable, Sendable {
        /// In points, 160 to 16,384.
        public let width: Double
        /// In points, 160 to 16,384.
        public let height: Double
        /// Of a planet as long as there is room for all; at most a fifth of the shorter side.
        public let planetDiameter: Double
        /// Of the planet in the centre; at most a quarter of the shorter side.
        public let centreDiameter: Double

        public init(width: Double, height: Double, planetDiameter: Double = 70, centreDiameter: Double = 90) {
            self.width = Self.within(160...16_384, width)
            self.height = Self.within(160...16_384, height)
            let shorter = min(self.width, self.height)
            self.planetDiameter = Self.within(4...shorter / 5, planetDiameter)
            self.centreDiameter = Self.within(4...shorter / 4, centreDiameter)
        }

        public static let phone = Canvas(width: 390, height: 844)
        public static let tablet = Canvas(width: 1024, height: 1366)
        public static let desktop = Canvas(width: 1440, height: 900)

        /// A canvas of character cells, each counted as 8 × 16 points; at least 20 × 10 of them.
        public static func terminal(columns: Int = 78, rows: Int = 30) -> Canvas {
            Canvas(
                width: within(20...2048, Double(columns)) * 8, height: within(10...1024, Double(rows)) * 16,
                planetDiameter: 44, centreDiameter: 60)
        }

        public var centre: Point { Point(x: width / 2, y: height / 2) }

        /// Not a number counts as the least.
        private static func within(_ range: ClosedRange<Double>, _ value: Double) -> Double {
            value >= range.lowerBound ? min(value, range.upperBound) : range.lowerBound
        }
    }

    /// A place on the canvas, in points from its left and top.
    public struct Point: Hashable, Sendable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        public func distance(to other: Point) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }

        /// To the nearest 1/64 of a point.
        var rounded: Point {
            Point(x: (x * 64).rounded() / 64, y: (y * 64).rounded() / 64)
        }
    }

    /// An upright rectangle on the canvas, in points.
    public struct Box: Hashable, Sendable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

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
