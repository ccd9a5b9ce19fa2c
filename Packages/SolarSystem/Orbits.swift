/// The geometry of a canvas: the radii of the orbits and the capacity of each.
///
/// Orbits are circles around the centre. An orbit wider than the canvas is open and uses only the arcs on the canvas. A
/// tall phone therefore uses its top and bottom, and a wide window its sides.
struct Orbits: Hashable, Sendable {
    struct Orbit: Hashable, Sendable {
        let radius: Double
        let capacity: Int
    }

    /// A part of an orbit, in radians. A full circle is a single arc.
    struct Arc {
        let start: Double
        let length: Double
    }

    /// The free margin of the canvas, in points.
    static let margin = 6.0
    /// An upper bound of the amount by which rounding reduces the distance between two points.
    static let rounding = 1.0 / 16

    let canvas: SolarSystem.Canvas
    /// The diameter of a planet without close neighbours.
    let diameter: Double
    /// The minimum distance between the centres of two such planets, which leaves a gap of a quarter diameter.
    let spacing: Double
    /// The distance between orbits; at least `spacing`.
    let pitch: Double
    /// The radius of the first orbit.
    let innermost: Double
    /// All orbits on the canvas, from the inside out.
    let orbits: [Orbit]
    /// The number of orbits that a fresh layout fills.
    let used: Int

    private init(canvas: SolarSystem.Canvas, diameter: Double, pitch: Double? = nil, used: Int? = nil) {
        self.canvas = canvas
        self.diameter = diameter
        spacing = diameter * 1.25
        self.pitch = pitch ?? spacing
        innermost = canvas.centreDiameter / 2 + diameter * 0.75
        let reach = Self.reach(of: diameter, on: canvas)
        var orbits: [Orbit] = []
        while true {
            let radius = innermost + self.pitch * Double(orbits.count)
            let capacity = Self.capacity(of: radius, spacing: spacing, reach: reach)
            guard capacity > 0 else { break }
            orbits.append(Orbit(radius: radius, capacity: capacity))
        }
        self.orbits = orbits
        self.used = min(used ?? orbits.count, orbits.count)
    }

    /// Returns the orbits for the largest planets that fit if at least a fifth of the places stays free for later
    /// insertions.
    ///
    /// Planets of full size fill as few orbits as possible but at least three. If possible, these orbits are spaced so
    /// that the last is the largest circle on the canvas. O(log(planet diameter) · orbits).
    static func fitting(_ count: Int, on canvas: SolarSystem.Canvas) -> Orbits {
        let needed = count + (count + 3) / 4
        let wanted = Orbits(canvas: canvas, diameter: canvas.planetDiameter)
        if let used = wanted.orbitsHolding(needed) {
            let reach = reach(of: wanted.diameter, on: canvas)
            let spread = (min(reach.x, reach.y) - wanted.innermost) / Double(max(used - 1, 1))
            let pitch = min(max(spread, wanted.spacing), 2 * wanted.spacing)
            return Orbits(canvas: canvas, diameter: wanted.diameter, pitch: pitch, used: used)
        }
        // In quarters of a point: the largest known to fit, and the smallest known not to.
        var (fits, fails) = (1, Int(canvas.planetDiameter * 4))
        var best = Orbits(canvas: canvas, diameter: 0.25)
        while fails - fits > 1 {
            let middle = (fits + fails) / 2
            let orbits = Orbits(canvas: canvas, diameter: Double(middle) / 4)
            if orbits.orbitsHolding(needed) != nil {
                (fits, best) = (middle, orbits)
            } else {
                fails = middle
            }
        }
        return best
    }

    var outermost: Double { orbits.last?.radius ?? innermost }

    /// Returns the number of the orbit at a distance from the centre. The innermost orbit is 1.
    func number(at radius: Double) -> Int {
        Int(((radius - innermost) / pitch + 1e-9).rounded(.down)) + 1
    }

    /// The orbit on which a fresh layout seats the person at `index` of `count`.
    func orbit(for index: Int, of count: Int) -> Orbit? {
        let quotas = quotas(for: count)
        var seated = 0
        for (orbit, quota) in zip(orbits, quotas) {
            seated += quota
            if index < seated { return orbit }
        }
        return orbits.prefix(used).last
    }

    /// Returns the number of people on each of the used orbits, in proportion to their capacities. The inner orbits are
    /// rounded up.
    func quotas(for count: Int) -> [Int] {
        let places = orbits.prefix(used).map(\.capacity)
        let total = max(places.reduce(0, +), 1)
        var (passed, seated) = (0, 0)
        return places.map { capacity in
            passed += capacity
            let upToHere = (count * passed + total - 1) / total
            defer { seated = upToHere }
            return upToHere - seated
        }
    }

    /// The arcs of an orbit on which a planet is entirely on the canvas.
    func arcs(radius: Double, diameter: Double) -> [Arc] {
        Self.arcs(of: radius, reach: Self.reach(of: diameter, on: canvas))
    }

    /// The point at an angle, to the nearest 1/64 of a point.
    func point(radius: Double, angle: Double) -> SolarSystem.Point {
        let (sin, cos) = CircleMath.sinAndCos(angle)
        return SolarSystem.Point(x: canvas.centre.x + radius * cos, y: canvas.centre.y + radius * sin).rounded
    }

    private func orbitsHolding(_ needed: Int) -> Int? {
        var places = 0
        for (index, orbit) in orbits.enumerated() {
            places += orbit.capacity
            if places >= needed { return max(index + 1, min(3, orbits.count)) }
        }
        return nil
    }

    /// The maximum distance of a planet's centre from the centre of the canvas, with room for its name below.
    private static func reach(of diameter: Double, on canvas: SolarSystem.Canvas) -> (x: Double, y: Double) {
        let name = min(diameter / 4, 16)
        return (canvas.width / 2 - margin - diameter / 2, canvas.height / 2 - margin - diameter / 2 - name)
    }

    /// Returns the number of planets on an orbit. Two neighbours at distance `spacing` are at an angle of
    /// 2 asin(spacing / (2 · radius)) radians.
    private static func capacity(of radius: Double, spacing: Double, reach: (x: Double, y: Double)) -> Int {
        let step = 2 * CircleMath.asin(spacing / (2 * radius))
        return arcs(of: radius, reach: reach).reduce(0) { $0 + places(on: $1, step: step) }
    }

    /// A full circle has as many places as steps; an arc one more, as both of its ends are places.
    static func places(on arc: Arc, step: Double) -> Int {
        Int(arc.length / step) + (arc.length < CircleMath.turn ? 1 : 0)
    }

    private static func arcs(of radius: Double, reach: (x: Double, y: Double)) -> [Arc] {
        let (half, quarter) = (CircleMath.turn / 2, CircleMath.turn / 4)
        if radius <= reach.x && radius <= reach.y { return [Arc(start: 0, length: CircleMath.turn)] }
        // In the first quadrant: from the angle at the right edge to the angle at the bottom edge.
        let from = radius > reach.x ? CircleMath.acos(reach.x / radius) : 0
        let to = radius > reach.y ? CircleMath.asin(reach.y / radius) : quarter
        guard from <= to else { return [] }
        if to == quarter {
            return [quarter, 3 * quarter].map { Arc(start: $0 - (quarter - from), length: 2 * (quarter - from)) }
        }
        if from == 0 { return [0, half].map { Arc(start: $0 - to, length: 2 * to) } }
        return [from, half - to, half + from, 2 * half - to].map { Arc(start: $0, length: to - from) }
    }
}
