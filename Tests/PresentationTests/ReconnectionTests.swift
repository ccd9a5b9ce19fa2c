import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

/// Thousands of clients whose streams a server ends at the same moment. Each client has its own clock, so they run one
/// after another.
@Suite @MainActor struct ReconnectionTests {
    @Test func `ten thousand clients of the backend reconnect without a wall`() async throws {
        let random = RandomSource.seeded(1)
        let times = try await reconnections(of: 10_000) { .milliseconds(1_000 + Int(random.unit() * 4_000)) }
        #expect(times.allSatisfy { (1..<6).contains($0) })
        #expect(peak(of: times, from: 1, to: 6, by: 0.1) <= 2)
    }

    @Test func `a thousand clients with the same retry time reconnect at different times after it`() async throws {
        let times = try await reconnections(of: 1_000) { .seconds(40) }
        #expect(times.allSatisfy { (40..<41).contains($0) })
        #expect(peak(of: times, from: 40, to: 41, by: 0.1) <= 2)
    }

    @Test func `a thousand clients without a retry time reconnect without a wall`() async throws {
        let times = try await reconnections(of: 1_000) { nil }
        #expect(times.allSatisfy { (0..<1).contains($0) })
        #expect(peak(of: times, from: 0, to: 1, by: 0.1) <= 2)
    }

    /// Returns the time of each client from the end of its stream until it reconnects, in seconds.
    ///
    /// - Parameters:
    ///   - clients: The number of clients.
    ///   - retry: Returns the retry time that the server has sent to a client; `nil` if it has sent none.
    private func reconnections(of clients: UInt64, retry: () -> Duration?) async throws -> [Double] {
        var times: [Double] = []
        for seed in 1...clients {
            let clock = VirtualClock.selfAdvancing(upTo: .seconds(60))
            let server = RestartingServer(retry: retry(), clock: clock)
            await EventLog(time: clock, random: .seeded(seed)).follow([server])
            times.append(try #require(server.reconnection) / .seconds(1))
        }
        return times
    }

    /// Returns the largest number of reconnections in a bin, divided by the mean of all bins.
    private func peak(of times: [Double], from start: Double, to end: Double, by width: Double) -> Double {
        var bins = [Int](repeating: 0, count: Int(((end - start) / width).rounded()))
        for time in times { bins[min(Int((time - start) / width), bins.count - 1)] += 1 }
        return Double((bins.max() ?? 0) * bins.count) / Double(times.count)
    }
}

/// A server that ends the first stream at once, and records the time at which the client opens the second.
@MainActor private final class RestartingServer: EventTransport {
    private(set) var reconnection: Duration?
    private let retry: Duration?
    private let clock: VirtualClock
    private var isOpened = false

    init(retry: Duration?, clock: VirtualClock) {
        (self.retry, self.clock) = (retry, clock)
    }

    @MainActor func open(after position: LogPosition?) async throws -> EventStream {
        guard !isOpened else {
            reconnection = clock.uptime
            throw CancellationError()
        }
        isOpened = true
        let (stream, input) = AsyncStream.makeStream(of: EventMessage.self)
        if let retry { input.yield(.retry(retry)) }
        input.finish()
        return EventStream {
            for await message in stream { return message }
            return nil
        }
    }
}
