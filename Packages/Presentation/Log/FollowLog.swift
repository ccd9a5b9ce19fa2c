import Foundation
public import Networking
import OrbitModels
import TimeAndChance

extension PersonLog {
    /// The base of the backoff.
    private static var firstDelay: Duration { .seconds(1) }
    private static var longestDelay: Duration { .seconds(60) }
    /// A connection that has lasted this long was good: the next attempt after it is the first again.
    private static var stableTime: Duration { .seconds(30) }

    /// Keeps the log live until the task is cancelled, or until no transport works at all.
    ///
    /// After a loss it waits longer from time to time: a random part of 1, 2, 4 … 60 seconds (exponential backoff with
    /// full jitter), so that the clients of a server that comes back do not come all at once.
    ///
    /// - Parameter transports: the first that the server takes is used.
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
                // Whatever it was, the next attempt shows whether it still is.
            }
            if let start = session.start, time.uptime - start >= Self.stableTime { attempt = 0 }
            let delay = max(session.leastDelay, backoff(attempt))
            attempt += 1
            connection = .waiting(until: time.date.addingTimeInterval(delay / .seconds(1)))
            do { try await time.sleep(for: delay) } catch { return }
        }
        if choices.isEmpty { source = nil }
    }

    /// What is known of one connection, however it ends.
    private struct Session {
        /// When it was live, by the uptime; `nil` if the server has not accepted.
        var start: Duration?
        /// What the server asks to wait before the next attempt.
        var leastDelay = Duration.zero
    }

    /// Returns when the server has ended the stream.
    private func read(_ transport: any EventTransport, in session: inout Session) async throws {
        let stream = try await transport.open(after: isDeviceOnly ? nil : position)
        defer { stream.close() }
        session.start = time.uptime
        connection = .live
        revive()
        while let message = try await stream.next() {
            try Task.checkCancellation()
            switch message {
            case .slice(let slice): receive(slice)
            case .retry(let delay): session.leastDelay = min(delay, Self.longestDelay)
            case .heartbeat: continue
            }
        }
    }

    private func backoff(_ attempt: Int) -> Duration {
        let ceiling = min(Self.longestDelay, Self.firstDelay * (1 << min(attempt, 6)))
        return ceiling * random.unit()
    }
}
