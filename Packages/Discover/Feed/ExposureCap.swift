/// How often one person may stand in the front of other people's lists on one day.
///
/// On average everybody stands in as many fronts as a front has places. Without a cap the few who suit everyone
/// would fill them all: they would be swamped, and the others never met. Whoever has reached the cap is placed behind
/// the front, not dropped.
public struct ExposureCap: Hashable, Sendable {
    /// The places that count.
    public var front: Int
    /// In how many fronts a day.
    public var most: Int

    public init(front: Int, most: Int) {
        (self.front, self.most) = (max(0, front), max(0, most))
    }

    /// Three times the average.
    public static let standard = ExposureCap(front: 10, most: 30)
}
