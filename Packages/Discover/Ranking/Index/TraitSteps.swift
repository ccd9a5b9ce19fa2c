/// The steps to which a person's totals are rounded down, so that they fit beside a count in one byte.
struct TraitSteps: Sendable {
    /// What one step of the interests weighs.
    let interestStep: Int

    static let interestSteps = 16
    static let hourSteps = 8

    /// The least number of hours of each step.
    private static let leastHours = [0, 4, 6, 8, 10, 13, 16, 20]

    func interests(_ total: Int) -> Int { min(total / interestStep, Self.interestSteps - 1) }

    /// The least total of a step.
    func leastInterests(_ step: Int) -> Int { step * interestStep }

    func hours(_ count: Int) -> Int { Self.leastHours.lastIndex { $0 <= count } ?? 0 }

    func leastHours(_ step: Int) -> Int { Self.leastHours[step] }
}
