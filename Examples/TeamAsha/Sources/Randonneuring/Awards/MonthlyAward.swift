/// The awards for a brevet in each of twelve consecutive months: R-12, and P-12 for shorter brevets.
///
/// Source: rusa.org/pages/award-r12 and rusa.org/pages/award-p12. The month is that of the scheduled start. Each window
/// of twelve months gives one award, so the next window begins after the last month of the previous window.
public struct MonthlyAward: Hashable, Sendable {
    /// A kind of award.
    public enum Kind: CaseIterable, Hashable, Sendable {
        /// Brevets of 200 km or more.
        case r12
        /// Brevets of 100 to 199 km. A longer brevet is not a substitute.
        case p12

        /// Whether a brevet counts.
        public func accepts(_ brevet: FinishedBrevet) -> Bool {
            switch self {
            case .r12: brevet.kilometres >= 200
            case .p12: (100...199).contains(brevet.kilometres)
            }
        }
    }

    /// The number of months of a window.
    public static let window = 12

    /// The kind.
    public let kind: Kind
    /// The number of completed windows.
    public let awards: Int
    /// The consecutive months of the current window, 0 to 11. It is zero if the rider has missed the previous month.
    public let currentMonths: Int

    /// Computes the awards up to a month.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - brevets: The finished brevets in any order. Brevets after `month` are ignored.
    ///   - month: The current month. It does not end a window while it has no brevet, because it is not complete.
    public init(_ kind: Kind, of brevets: some Sequence<FinishedBrevet>, asOf month: SeasonMonth) {
        let months = Set(brevets.filter { kind.accepts($0) && $0.month <= month }.map(\.month)).sorted()
        var (awards, streak) = (0, 0)
        var previous: SeasonMonth?
        for next in months {
            if let previous, next == previous.advanced(by: 1) {
                if streak == Self.window { streak = 0 }
            } else {
                streak = 0
            }
            streak += 1
            if streak == Self.window { awards += 1 }
            previous = next
        }
        let isAlive = previous.map { $0 >= month.advanced(by: -1) } ?? false
        self.kind = kind
        self.awards = awards
        currentMonths = isAlive && streak < Self.window ? streak : 0
    }
}
