/// The interval at which a conversation is loaded again if the server has no log.
///
/// It is three seconds while the conversation is on the screen. Otherwise it doubles after each poll without a change,
/// up to 30 seconds, and starts again at three seconds after a change.
struct PollingInterval: Hashable, Sendable {
    static let shortest = Duration.seconds(3)
    static let longest = Duration.seconds(30)

    /// The time until the next poll.
    private(set) var current = shortest

    /// Notes the result of a poll.
    ///
    /// - Parameters:
    ///   - hasNews: Whether the poll found a change.
    ///   - isOpen: Whether the conversation is on the screen.
    mutating func next(hasNews: Bool, isOpen: Bool) {
        current = hasNews || isOpen ? Self.shortest : min(current * 2, Self.longest)
    }
}
