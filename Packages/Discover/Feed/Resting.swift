/// Those who could be suggested, had they not been shown lately: the honest end of a list.
public struct Resting: Codable, Hashable, Sendable {
    /// How many people.
    public var people: Int
    /// In how many days the first of them comes round again.
    public var days: Int

    public init(people: Int, days: Int) {
        (self.people, self.days) = (people, days)
    }
}

extension Resting {
    /// In English, for somebody who has seen everyone there is today.
    public var phrase: String {
        let again = days == 1 ? "tomorrow" : "in \(days) days"
        return people == 1
            ? "No one new today. Someone you have seen comes round again \(again)."
            : "No one new today. \(people) people you have seen come round again, the first \(again)."
    }
}
