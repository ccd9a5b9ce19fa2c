import Foundation
public import OrbitModels
public import TimeAndChance

/// Follows the caller's log by asking for it again and again: for a server or a network without streams.
///
/// After news it asks within 2 seconds; each time that there is none the pause grows by half, up to a minute. Pauses are
/// shortened at random by up to a fifth, so that clients do not ask in step.
public struct PolledEvents: EventTransport {
    private let client: APIClient
    private let time: any TimeSource
    private let random: RandomSource

    /// - Parameter client: reads the data of the events that it was given.
    public init(client: APIClient, time: any TimeSource = SystemClock(), random: RandomSource = .system) {
        self.client = client
        self.time = time
        self.random = random
    }

    /// Opens the log after the position, as `EventTransport` requires.
    @concurrent public func open(after position: LogPosition?) async throws -> EventStream {
        let poll = EventPoll(client, after: position, time: time, random: random)
        do {
            try await poll.begin()
        } catch let error as APIError where error.saysUnsupported {
            throw EventTransportError.unsupported
        }
        return EventStream(read: poll.next, close: poll.close)
    }
}
