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
