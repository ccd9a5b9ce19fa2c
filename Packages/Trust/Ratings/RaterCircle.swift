public import Foundation
public import OrbitModels

/// The people a rater has met, which tells how independent the rater's opinion is of other people's.
///
/// It need not be complete: the newest 200 are enough (``most``).
public struct RaterCircle: Hashable, Sendable {
    /// The most people of a circle that are worth reading.
    public static let most = 200

    /// The rater.
    public let rater: UserID
    /// Each person met, and when they first met.
    public let met: [UserID: Date]

    /// Creates a circle.
    public init(rater: UserID, met: [UserID: Date]) {
        (self.rater, self.met) = (rater, met)
    }
}
