/// How many of those who have said yes are likely to come, for the host as a hint; never about one guest.
public struct ExpectedAttendance: Codable, Hashable, Sendable {
    /// The expected number, rounded.
    public let expected: Int
    /// The number is likely, with a probability of at least eight in ten, no less than this…
    public let low: Int
    /// …and no more than this.
    public let high: Int

    /// Creates an expectation as it is.
    public init(expected: Int, low: Int, high: Int) {
        (self.expected, self.low, self.high) = (expected, low, high)
    }
}

/// What is known of whether a guest comes.
public struct GuestReliability: Hashable, Sendable {
    /// Meetups that the guest attended as agreed.
    public let kept: Int
    /// Meetups to which the guest did not come.
    public let noShow: Int

    /// Creates a record. Negative numbers count as 0, those beyond a million as a million.
    public init(kept: Int, noShow: Int) {
        (self.kept, self.noShow) = (min(max(kept, 0), 1_000_000), min(max(noShow, 0), 1_000_000))
    }
}
