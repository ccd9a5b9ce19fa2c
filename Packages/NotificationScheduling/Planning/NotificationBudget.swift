/// How many notifications may be pending at once.
///
/// Apple's systems keep 64 of an app, and sources disagree on which they drop beyond that, so a plan stays below.
public struct NotificationBudget: Hashable, Sendable {
    /// 0 to ``largest``.
    public let count: Int

    /// One less than Apple's systems keep.
    public static let largest = 63
    /// 60: room for notifications that other parts of an app schedule.
    public static let standard = Self(60)

    /// Clamped to 0, which plans nothing, to ``largest``.
    public init(_ count: Int) {
        self.count = min(max(count, 0), Self.largest)
    }
}
