/// Where someone places themselves on three scales. `nil` means *unanswered*, which is not the middle.
public struct Personality: Codable, Hashable, Sendable {
    /// 0 is introvert, 1 is extrovert.
    public var introvertExtrovert: UnitInterval?
    /// 0 is spontaneous, 1 is a planner.
    public var spontaneousPlanner: UnitInterval?
    /// 0 is active, 1 is relaxed.
    public var activeRelaxed: UnitInterval?

    public init(
        introvertExtrovert: UnitInterval? = nil, spontaneousPlanner: UnitInterval? = nil,
        activeRelaxed: UnitInterval? = nil
    ) {
        self.introvertExtrovert = introvertExtrovert
        self.spontaneousPlanner = spontaneousPlanner
        self.activeRelaxed = activeRelaxed
    }

    public static let unanswered = Personality()

    private enum CodingKeys: String, CodingKey {
        case introvertExtrovert = "introvert_extrovert"
        case spontaneousPlanner = "spontaneous_planner"
        case activeRelaxed = "active_relaxed"
    }
}
