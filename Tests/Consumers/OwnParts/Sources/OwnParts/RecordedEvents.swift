import Networking
import OrbitModels

/// A recorded event log, for demonstrations. It sends the events after the position of the client, and no more.
struct RecordedEvents: EventTransport {
    let epoch: String
    /// The events, numbered from 1 without gaps.
    let events: [LogEvent]

    func open(after position: LogPosition?) async throws -> EventStream {
        let (messages, input) = AsyncStream.makeStream(of: EventMessage.self)
        input.yield(.slice(slice(after: position)))
        return EventStream(
            read: {
                for await message in messages { return message }
                try Task.checkCancellation()
                return nil
            }, close: { input.finish() })
    }

    private func slice(after position: LogPosition?) -> LogSlice {
        let end = LogPosition(epoch: epoch, seq: events.count)
        guard let position else { return LogSlice(at: end) }
        // A position of another log cannot be continued, so the client reloads its lists.
        guard position.epoch == epoch, position.seq <= end.seq else { return LogSlice(at: end, isResync: true) }
        return LogSlice(at: end, events: events.filter { $0.seq > position.seq })
    }
}
