public import OrbitModels

extension SolarSystem {
    /// The text of a planet.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// The person.
        public let id: UserID
        /// From 1, the best.
        public let rank: Int
        /// The name, or "No name".
        public let name: String
        /// "3rd of 40, ring 1".
        public let text: String
    }

    /// The same people in the same order as text, for screen readers and lists.
    public var list: [Entry] {
        seats.enumerated().map { index, seat in
            let name = seat.candidate.name
            return Entry(
                id: seat.candidate.id, rank: index + 1, name: name.isEmpty ? "No name" : name,
                text: "\(Self.ordinal(index + 1)) of \(seats.count), ring \(orbits.ring(at: seat.radius))")
        }
    }

    private static func ordinal(_ number: Int) -> String {
        switch (number % 100, number % 10) {
        case (11...13, _): "\(number)th"
        case (_, 1): "\(number)st"
        case (_, 2): "\(number)nd"
        case (_, 3): "\(number)rd"
        default: "\(number)th"
        }
    }
}
