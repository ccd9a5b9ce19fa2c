public import Foundation
public import OrbitModels

/// The people a rater has met, which decides how much the rater's vote weighs.
///
/// It need not be complete: the newest 200 are enough (``most``).
public struct RaterCircle: Hashable, Sendable {
    /// The most people of a circle that are worth reading.
    public static let most = 200

    /// The rater.
    public let rater: UserID
    /// Each person met, and when they first met. A check-in of the rater is enough, so it only ever lowers a weight.
    public let met: [UserID: Date]
    /// Each person who has confirmed a meeting with the rater by a rating, and when that was first shown. The erasure of
    /// either account leaves it, under a pseudonym: else the person would confirm the next raters in full.
    public let confirmed: [UserID: Date]

    /// Creates a circle.
    public init(rater: UserID, met: [UserID: Date], confirmed: [UserID: Date]) {
        (self.rater, self.met, self.confirmed) = (rater, met, confirmed)
    }
}
