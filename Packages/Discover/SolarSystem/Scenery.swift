import TimeAndChance

extension SolarSystem {
    /// The planet in the centre.
    public struct Centre: Hashable, Sendable {
        public let text: String
        public let point: Point
        /// In points.
        public let diameter: Double
        public let colour: Planet.Colour
    }

    /// A circle around the centre, for the eye only. One wider than the canvas is to be clipped.
    public struct Ring: Hashable, Sendable {
        public let point: Point
        public let radius: Double
    }

    public struct Star: Hashable, Sendable {
        public let point: Point
        /// In points, 1 to 3.
        public let size: Double
        /// 0.3 to 1.
        public let opacity: Double
    }

    public var centre: Centre {
        Centre(text: "YOU", point: canvas.centre, diameter: canvas.centreDiameter, colour: .you)
    }

    /// Three of the orbits on which planets stand: the first, one in the middle and the last that a fresh layout filled.
    ///
    /// They stay where they are as long as the system is not laid out afresh.
    public var rings: [Ring] {
        let last = max(orbits.used - 1, 2)
        return [0, last / 2, last].map {
            Ring(point: canvas.centre, radius: orbits.innermost + orbits.pitch * Double($0))
        }
    }

    /// A hundred stars; the same seed scatters them in the same way.
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
