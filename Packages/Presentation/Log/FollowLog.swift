import Foundation
public import Networking
import OrbitModels
import TimeAndChance

extension EventLog {
    /// The base of the backoff.
    private static var firstDelay: Duration { .seconds(1) }
    private static var longestDelay: Duration { .seconds(60) }
    /// The duration after which a connection is stable. The backoff then starts again at its first delay.
    private static var stableTime: Duration { .seconds(30) }

    /// Follows the log until the task is cancelled. Ends earlier if none of the transports is supported.
    ///
    /// After a lost connection, the log backs off exponentially with full jitter: it waits a random part of 1, 2, 4 …
    /// 60 seconds. If the server has sent a retry time, the log waits at least this time and a random part of a second.
    /// The jitter prevents all clients from reconnecting at the same moment when the server recovers.
    ///
    /// - Parameter transports: The transports in order of preference. The log uses the first that the server supports.
    public func follow(_ transports: [any EventTransport]) async {
        var choices = transports[...]
        var attempt = 0
        defer { connection = choices.isEmpty ? .unavailable : .off }
        while let transport = choices.first, !Task.isCancelled {
            connection = .connecting
            source = transport
            var session = Session()
            do {
                try await read(transport, in: &session)
            } catch EventTransportError.unsupported {
                choices = choices.dropFirst()
                continue
            } catch is CancellationError {
                return
            } catch {
                // The next attempt shows if the cause persists.
            }
            if let start = session.start, time.uptime - start >= Self.stableTime { attempt = 0 }
            let delay = max(session.leastDelay, backoff(attempt))
            attempt += 1
            let end = time.uptime + delay
            connection = .waiting(until: time.date.addingTimeInterval(delay / .seconds(1)))
            do { try await time.sleep(until: end) } catch { return }
        }
        if choices.isEmpty { source = nil }
    }

    /// The state of one connection, which remains available after the connection has failed.
    private struct Session {
        /// The uptime at which the connection became live; `nil` if the server has not accepted it.
        var start: Duration?
        /// The minimum delay before the next attempt, as requested by the server.
        var leastDelay = Duration.zero
    }

    /// Reads events until the server ends the stream.
    private func read(_ transport: any EventTransport, in session: inout Session) async throws {
        let stream = try await transport.open(after: isDeviceOnly ? nil : position)
        defer { stream.close() }
        session.start = time.uptime
        connection = .live
        connectionDidRestore()
        while let message = try await stream.next() {
            try Task.checkCancellation()
            switch message {
            case .slice(let slice): receive(slice)
            case .retry(let delay):
                session.leastDelay = min(delay, Self.longestDelay) + Self.firstDelay * random.unit()
                continue
            case .heartbeat: repeatFailedFetch()
            }
            storage.noteContact()
        }
    }

    private func backoff(_ attempt: Int) -> Duration {
        let ceiling = min(Self.longestDelay, Self.firstDelay * (1 << min(attempt, 6)))
        return ceiling * random.unit()
    }
}
