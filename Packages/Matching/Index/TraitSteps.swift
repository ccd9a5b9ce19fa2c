/// The steps to which a person's totals are rounded down, so that they fit into a byte beside a count.
struct TraitSteps: Sendable {
    /// The weight of a step of the interests.
    let interestStep: Int

    static let interestSteps = 16
    static let hourSteps = 8

    /// The lower bound of each step in hours. The first step is for people without any.
    private static let leastHours = [0, 1, 4, 6, 8, 11, 15, 20]

    func interests(_ total: Int) -> Int { min(total / interestStep, Self.interestSteps - 1) }

    /// The lower bound of a step.
    func leastInterests(_ step: Int) -> Int { step * interestStep }

    func hours(_ count: Int) -> Int { Self.leastHours.lastIndex { $0 <= count } ?? 0 }

    func leastHours(_ step: Int) -> Int { Self.leastHours[step] }
}
