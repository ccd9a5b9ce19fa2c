public import OrbitModels

extension SolarSystem {
    /// The text of a planet.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// The person.
        public let id: UserID
        /// From 1, the best.
        public let rank: Int
        /// The name, or "No name" in the front end's words.
        public let name: String
        /// "3rd of 40, ring 1" in the front end's words.
        public let text: String
    }

    /// The same people in the same order as English text, for screen readers and lists.
    public var list: [Entry] { list(in: .english) }

    /// The same people in the same order as text, for screen readers and lists.
    ///
    /// - Parameter words: the front end's, with those of ``vocabulary``.
    public func list(in words: Words) -> [Entry] {
        seats.enumerated().map { index, seat in
            let (name, rank) = (seat.candidate.name, ParameterValue.integer(index + 1))
            return Entry(
                id: seat.candidate.id, rank: index + 1,
                name: name.isEmpty ? words.sentence("no_name", in: Self.vocabulary) : name,
                text: words.sentence(
                    "place", in: Self.vocabulary,
                    [
                        "ordinal": .text(words.sentence("ordinal", in: Self.vocabulary, ["rank": rank])), "rank": rank,
                        "count": .integer(seats.count), "ring": .integer(orbits.ring(at: seat.radius)),
                    ]))
        }
    }
}
