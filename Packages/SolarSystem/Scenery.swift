public import OrbitModels
import TimeAndChance

extension SolarSystem {
    /// The planet in the centre.
    public struct Centre: Hashable, Sendable {
        /// The text to show: "YOU", in the language of the front end.
        public let text: String
        /// The centre of the canvas.
        public let point: Point
        /// In points.
        public let diameter: Double
        /// ``Planet/Colour/you``.
        public let colour: Planet.Colour
    }

    /// A decorative circle around the centre. Clip a ring wider than the canvas.
    public struct Ring: Hashable, Sendable {
        /// The centre of the canvas.
        public let point: Point
        /// In points.
        public let radius: Double
    }

    /// A background star.
    public struct Star: Hashable, Sendable {
        /// The star's centre.
        public let point: Point
        /// In points, 1 to 3.
        public let size: Double
        /// 0.3 to 1.
        public let opacity: Double
    }

    /// The planet in the centre, in English.
    public var centre: Centre { centre(in: .english) }

    /// The planet in the centre.
    ///
    /// - Parameter words: The texts of the front end, including those of ``vocabulary``.
    public func centre(in words: LocalizedStrings) -> Centre {
        Centre(
            text: words.sentence("you", in: Self.vocabulary), point: canvas.centre, diameter: canvas.centreDiameter,
            colour: .you)
    }

    /// Three of the orbits: the first, a middle one and the last that the fresh layout filled.
    ///
    /// They do not change until a fresh layout.
    public var rings: [Ring] {
        let last = max(orbits.used - 1, 2)
        return [0, last / 2, last].map {
            Ring(point: canvas.centre, radius: orbits.innermost + orbits.pitch * Double($0))
        }
    }

    /// A hundred stars; the same seed gives the same stars.
    public func stars(seed: UInt64 = 42) -> [Star] {
        var generator = SplitMix64(seed: seed)
        func draw(_ range: ClosedRange<Double>, _ bits: UInt64) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * (Double(bits >> 11) * 0x1p-53)
        }
        return (0..<100).map { _ in
            Star(
                point: Point(
                    x: draw(0...canvas.width, generator.next()), y: draw(0...canvas.height, generator.next())
                ).rounded,
                size: (draw(1...3, generator.next()) * 64).rounded() / 64,
                opacity: (draw(0.3...1, generator.next()) * 64).rounded(.up) / 64)
        }
    }
}
