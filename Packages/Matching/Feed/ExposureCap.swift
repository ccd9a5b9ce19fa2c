/// How often a person may appear at the top of other people's lists on a day.
///
/// On average a person appears at the top of as many lists as a top has places. Without a cap, the few who match most
/// people would fill them all: they would be swamped, and the others never shown. A person at the cap is placed below
/// the top, not dropped.
public struct ExposureCap: Hashable, Sendable {
    /// The number of places that count as the top of a list.
    public var front: Int
    /// The number of lists a day that may have the person at the top.
    public var most: Int

    /// Creates a cap; negative numbers count as 0.
    public init(front: Int, most: Int) {
        (self.front, self.most) = (max(0, front), max(0, most))
    }

    /// The top ten, 30 lists: three times the average.
    public static let standard = ExposureCap(front: 10, most: 30)
}
