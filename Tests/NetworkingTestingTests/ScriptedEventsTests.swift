import Networking
import NetworkingTesting
import OrbitModels
import Testing

@Suite struct ScriptedEventsTests {
    private func slice(_ seq: Int) -> LogSlice {
        LogSlice(at: LogPosition(epoch: "e", seq: seq), events: [LogEvent(.personChanged, seq: seq)])
    }

    private func seqs(_ stream: EventStream) async throws -> [Int] {
        var all: [Int] = []
        while let message = try await stream.next() {
            if case .slice(let slice) = message { all.append(slice.at.seq) }
        }
        return all
    }

    @Test func `slices arrive in the scripted order until the stream ends`() async throws {
        let events = ScriptedEvents()
        events.yield(slice(1))
        let stream = try await events.open(after: LogPosition(epoch: "e", seq: 0))
        await events.waitForOpening()
        events.yield(.slice(slice(3)), .heartbeat, .slice(slice(2)), .slice(slice(2)))
        events.end()
        #expect(try await seqs(stream) == [1, 3, 2, 2])
        #expect(events.positions == [LogPosition(epoch: "e", seq: 0)])
    }

    @Test func `a scripted refusal and a scripted failure reach the reader`() async throws {
        let events = ScriptedEvents()
        events.refuse(EventTransportError.unsupported)
        await #expect(throws: EventTransportError.unsupported) { try await events.open(after: nil) }
        let stream = try await events.open(after: nil)
        events.yield(slice(1))
        events.fail(EventTransportError.silent)
        guard case .slice = try await stream.next() else {
            Issue.record("expected a slice")
            return
        }
        await #expect(throws: EventTransportError.silent) { try await stream.next() }
        #expect(events.positions == [nil, nil])
    }

    @Test func `closing a stream ends its read and is counted`() async throws {
        let events = ScriptedEvents()
        let stream = try await events.open(after: nil)
        let read = Task { try await stream.next() == nil }
        stream.close()
        #expect(try await read.value)
        #expect(events.closedCount == 1)
        let second = try await events.open(after: nil)
        let cancelled = Task { try await second.next() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `injected faults follow their rates and their seed`() async throws {
        func arrivals(_ rates: FaultInjectingEvents.Rates, seed: UInt64) async throws -> [Int] {
            let script = ScriptedEvents()
            let stream = try await FaultInjectingEvents(script, rates: rates, seed: seed).open(after: nil)
            for seq in 1...200 { script.yield(slice(seq)) }
            script.end()
            return try await seqs(stream)
        }
        let all = Array(1...200)
        #expect(try await arrivals(.init(), seed: 1) == all)
        #expect(try await arrivals(.init(drop: 1), seed: 1).isEmpty)
        #expect(try await arrivals(.init(duplicate: 1), seed: 1) == all.flatMap { [$0, $0] })
        let swapped = try await arrivals(.init(swap: 0.5), seed: 1)
        #expect(swapped != all && swapped.sorted() == all)
        let mixed = FaultInjectingEvents.Rates(drop: 0.2, duplicate: 0.2, swap: 0.2)
        let once = try await arrivals(mixed, seed: 7)
        #expect(try await arrivals(mixed, seed: 7) == once)
        #expect(try await arrivals(mixed, seed: 8) != once)
        #expect(Set(once).count < 200 && once.count > Set(once).count)
    }

    @Test func `a cut connection ends before the next slice`() async throws {
        let script = ScriptedEvents()
        let stream = try await FaultInjectingEvents(script, rates: .init(cut: 1), seed: 1).open(after: nil)
        script.yield(.heartbeat, .slice(slice(1)))
        guard case .heartbeat = try await stream.next() else {
            Issue.record("expected a heartbeat")
            return
        }
        await #expect(throws: APIError.transport(.connectionLost)) { try await stream.next() }
        #expect(script.closedCount == 1)
    }
}
