import Drawing
public import OrbitModels
import TimeAndChance

extension SolarSystem {
    /// A person who may get a planet.
    public struct Candidate: Hashable, Sendable, Identifiable {
        /// The person.
        public let id: UserID
        /// Cleaned for display: a single line, without control characters, at most 64 characters.
        public let name: String
        let hash: StableHash

        /// Creates a candidate; cleans the name.
        public init(id: UserID, name: String) {
            self.id = id
            self.name = SingleLine.cleaned(name)
            hash = StableHash(id.rawValue)
        }

        /// Creates a candidate from a person.
        public init(_ person: Person) {
            self.init(id: person.id, name: person.profile.name)
        }
    }
}

/// A person's place. The planet's size, colour and label follow from it.
struct Seat: Hashable, Sendable {
    var candidate: SolarSystem.Candidate
    /// The exact radius of the orbit.
    let radius: Double
    /// In radians, clockwise from the right.
    let angle: Double
    /// Rounded to 1/64 of a point.
    let point: SolarSystem.Point

    init(_ candidate: SolarSystem.Candidate, radius: Double, angle: Double, in orbits: Orbits) {
        self.candidate = candidate
        self.radius = radius
        self.angle = angle
        point = orbits.point(radius: radius, angle: angle)
    }
}
