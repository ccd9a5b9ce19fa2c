import Foundation

/// What a repeated meeting costs: 2 on the day after the first, half of it after 60 days, and so on.
///
/// Scores lie between 0 and 1, so for 60 days any pair of strangers is worth more than a repetition. After that
/// an outstanding pair may come again before a poor one.
enum RepeatPenalty {
    private static let halfLife = 60.0

    /// - Parameter days: since they were last paired; less than none counts as none.
    static func penalty(after days: Int) -> Double {
        2 * exp2(-Double(max(0, days)) / halfLife)
    }
}
