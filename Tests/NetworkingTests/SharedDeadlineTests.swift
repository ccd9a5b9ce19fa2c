import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

/// Calls of a client that begin at about the same time share the sleep of their deadlines.
@Suite struct SharedDeadlineTests {
    private let clock = VirtualClock()

    /// A transport that fails after a given time with an error that is not retried.
    private struct Slow: HTTPTransport {
        let clock: VirtualClock
        let duration: Duration

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            do { try await clock.sleep(for: duration) } catch { throw .cancelled }
            throw .untrusted
        }
    }

    private func outcome(_ call: Task<MessageData, any Error>) async -> APIError? {
        do { _ = try await call.value } catch { return error as? APIError }
        return nil
    }

    @Test func `calls that share a sleep end at their own deadlines`() async throws {
        let client = try client(Slow(clock: clock, duration: .seconds(60)), time: clock)
        let first = Task { try await client.send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .milliseconds(100))
        let second = Task { try await client.send(.read) }
        await clock.waitForSleepers(atLeast: 3)
        clock.advance(by: .milliseconds(29_900))
        #expect(await outcome(first) == .deadlineExceeded)
        await clock.waitForSleepers(atLeast: 2)
        #expect(clock.pendingSleeps == [.milliseconds(100), .milliseconds(30_100)])
        clock.advance(by: .milliseconds(100))
        #expect(await outcome(second) == .deadlineExceeded)
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `a call that begins later has its own deadline`() async throws {
        let client = try client(Slow(clock: clock, duration: .seconds(60)), time: clock)
        let first = Task { try await client.send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(10))
        let second = Task { try await client.send(.read) }
        await clock.waitForSleepers(atLeast: 4)
        clock.advance(by: .seconds(20))
        #expect(await outcome(first) == .deadlineExceeded)
        #expect(clock.pendingSleeps == [.seconds(10), .seconds(40)])
        clock.advance(by: .seconds(10))
        #expect(await outcome(second) == .deadlineExceeded)
    }

    @Test func `finished calls leave at most one pending sleep, which ends when the client is released`() async throws {
        func callOnceASecond() async throws {
            let client = try client(Slow(clock: clock, duration: .milliseconds(500)), time: clock)
            for _ in 0..<10 {
                let call = Task { try await client.send(.read) }
                await clock.waitForSleepers(atLeast: 2)
                clock.advance(by: .milliseconds(500))
                #expect(await outcome(call) == .transport(.untrusted))
                #expect(clock.pendingSleeps == [.milliseconds(29_500)])
                clock.advance(by: .milliseconds(500))
            }
        }
        try await callOnceASecond()
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `cancelling a call does not end calls that share its sleep`() async throws {
        let client = try client(Slow(clock: clock, duration: .seconds(29)), time: clock)
        let calls = (0..<20).map { _ in Task { try await client.send(.read) } }
        await clock.waitForSleepers(atLeast: 21)
        calls[7].cancel()
        await #expect(throws: CancellationError.self) { try await calls[7].value }
        clock.advance(by: .seconds(29))
        for (index, call) in calls.enumerated() where index != 7 {
            #expect(await outcome(call) == .transport(.untrusted))
        }
    }
}
