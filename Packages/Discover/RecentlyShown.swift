public import OrbitModels
import SolarSystem

/// The people left out of the list because they were shown recently. A front end shows a sentence about them at the end
/// of the list.
public struct RecentlyShown: Codable, Hashable, Sendable {
    /// The number of people.
    public var people: Int
    /// The number of days until the first of them is suggested again.
    public var days: Int

    /// Creates the value.
    public init(people: Int, days: Int) {
        (self.people, self.days) = (people, days)
    }
}

extension RecentlyShown {
    /// Returns a sentence for a user who has seen all of today's suggestions.
    public func phrase(in words: LocalizedStrings = .english) -> String {
        let again = words.text(days == 1 ? "tomorrow" : "in_days", in: Self.vocabulary, ["days": .integer(days)])
        let parameters: [String: ParameterValue] = ["people": .integer(people), "again": .text(again ?? "")]
        return words.text(people == 1 ? "one" : "many", in: Self.vocabulary, parameters) ?? ""
    }

    /// The sentence of ``phrase(in:)`` in English.
    public var phrase: String { phrase() }

    /// The texts of ``phrase(in:)``. `one` and `many` have the parameter `again`. Its value is the text of `in_days` or
    /// `tomorrow`.
    public static let vocabulary = Vocabulary(
        "resting",
        [
            "tomorrow": "tomorrow", "in_days": "in {days} days",
            "one": "No one new today. One person you have seen comes back {again}.",
            "many": "No one new today. {people} people you have seen come back, the first {again}.",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module and of SolarSystem, which shows the suggested people.
    public static let discover = [RecentlyShown.vocabulary, dealbreakers, SolarSystem.vocabulary]

    /// The message for dealbreakers that cannot be saved.
    public static let dealbreakers = Vocabulary(
        "dealbreakers",
        [
            "changed_elsewhere":
                "Your dealbreakers were changed elsewhere. Check them, then save again."
        ])
}
