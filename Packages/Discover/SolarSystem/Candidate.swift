public import OrbitModels

extension SolarSystem {
    /// Someone who may get a planet.
    public struct Candidate: Hashable, Sendable, Identifiable {
        public let id: UserID
        /// Fit to be shown: on one line, without control characters, of moderate length.
        public let name: String
        let hash: StableHash

        public init(id: UserID, name: String) {
            self.id = id
            self.name = DisplayName.cleaned(name)
            hash = StableHash(id.rawValue)
        }

        public init(_ person: Person) {
            self.init(id: person.id, name: person.profile.name)
        }
    }
}
