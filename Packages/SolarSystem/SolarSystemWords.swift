public import OrbitModels

extension SolarSystem {
    /// The texts of pictures and lists.
    ///
    /// `place` has the parameters `rank`, `count` and `ring`, and `ordinal`, the text of the code `ordinal`, which has
    /// the parameter `rank`.
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
