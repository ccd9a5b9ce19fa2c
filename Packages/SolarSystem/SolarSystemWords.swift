public import OrbitModels

extension SolarSystem {
    /// The texts of pictures and lists.
    ///
    /// The text `place` has the parameters `rank`, `count`, `ring` and `ordinal`. The parameter `ordinal` is the text
    /// with the code `ordinal`, such as "3rd", whose own parameter is `rank`.
    public static let vocabulary = Vocabulary(
        "solar_system",
        [
            "title": "People around you", "you": "YOU", "centre": "You, in the centre", "no_name": "No name",
            "place": "{ordinal} of {count}, ring {ring}",
            "ordinal": MessageTemplate { $0["rank"]?.integer.map(Self.ordinal) },
        ])

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

extension SolarSystem {
    /// The text of a planet.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// The person.
        public let id: UserID
        /// From 1, the best.
        public let rank: Int
        /// The name, or "No name" in the language of the front end.
        public let name: String
        /// A text such as "3rd of 40, ring 1", in the language of the front end.
        public let text: String
    }

    /// The people of ``planets`` as English text, best first, for screen readers and lists.
    public var list: [Entry] { list(in: .english) }

    /// Returns the people of ``planets`` as text, best first, for screen readers and lists.
    ///
    /// - Parameter words: The texts of the front end, including those of ``vocabulary``.
    public func list(in words: LocalizedStrings) -> [Entry] {
        seats.enumerated().map { index, seat in
            let (name, rank) = (seat.candidate.name, ParameterValue.integer(index + 1))
            return Entry(
                id: seat.candidate.id, rank: index + 1,
                name: name.isEmpty ? words.sentence("no_name", in: Self.vocabulary) : name,
                text: words.sentence(
                    "place", in: Self.vocabulary,
                    [
                        "ordinal": .text(words.sentence("ordinal", in: Self.vocabulary, ["rank": rank])), "rank": rank,
                        "count": .integer(seats.count), "ring": .integer(orbits.number(at: seat.radius)),
                    ]))
        }
    }
}
