public import OrbitModels
import SolarSystem

/// Those who could be suggested, had they not been shown lately: the honest end of a list.
public struct Resting: Codable, Hashable, Sendable {
    /// How many people.
    public var people: Int
    /// In how many days the first of them comes round again.
    public var days: Int

    /// Creates the value.
    public init(people: Int, days: Int) {
        (self.people, self.days) = (people, days)
    }
}

extension Resting {
    /// For a person who has seen all there are today.
    public func phrase(in words: Words = .english) -> String {
        let again = words.text(days == 1 ? "tomorrow" : "in_days", in: Self.vocabulary, ["days": .integer(days)])
        let parameters: [String: ParameterValue] = ["people": .integer(people), "again": .text(again ?? "")]
        return words.text(people == 1 ? "one" : "many", in: Self.vocabulary, parameters) ?? ""
    }

    /// The same in English.
    public var phrase: String { phrase() }

    /// `in_days` and `tomorrow` make the parameter `again` of the other two; a plural is a function.
    public static let vocabulary = Vocabulary(
        "resting",
        [
            "tomorrow": "tomorrow", "in_days": "in {days} days",
            "one": "No one new today. Someone you have seen comes round again {again}.",
            "many": "No one new today. {people} people you have seen come round again, the first {again}.",
        ])
}

extension Vocabulary {
    /// The vocabularies of this module and of SolarSystem, which shows the suggested people.
    public static let discover = [Resting.vocabulary, dealbreakers, SolarSystem.vocabulary]

    /// What keeps the dealbreakers from being saved.
    public static let dealbreakers = Vocabulary(
        "dealbreakers",
        [
            "changed_elsewhere":
                "Your dealbreakers were changed elsewhere in the meantime. Look them over, then save again."
        ])
}
