import Foundation

/// The penalty of a repeated pair: 2 on the first day, half after 60 days, and so on.
///
/// Scores are between 0 and 1, so for 60 days any new pair is worth more than a repetition. After that an outstanding
/// pair may be repeated before a poor one.
enum RepeatPenalty {
    private static let halfLife = 60.0

    /// - Parameter days: Days since they were last paired; negative counts as 0.
    static func penalty(after days: Int) -> Double {
        2 * exp2(-Double(max(0, days)) / halfLife)
    }
}
