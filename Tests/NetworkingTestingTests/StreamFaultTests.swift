import Foundation
import Networking
import NetworkingTesting
import Testing
import TimeAndChance

@Suite struct StreamFaultTests {
    private func open(_ faults: [Fault], _ exchanges: [StubTransport.Exchange]) async throws -> HTTPStream {
        let network = FaultInjectingTransport(
            StubTransport(exchanges), plan: FaultPlan(script: [faults]), time: VirtualClock.selfAdvancing())
        let url = try #require(URL(string: "https://orbit.test/events"))
        return try await network.open(HTTPRequest(method: .get, url: url))
    }

    private var stream: StubTransport.Exchange {
        .expectStream(.get, "/events", chunks: [Data("one".utf8), Data("two".utf8)])
    }

    @Test func `latency and duplication leave a stream's bytes unchanged`() async throws {
        #expect(try await open([], [stream]).rest() == Data("onetwo".utf8))
        #expect(try await open([.latency(.seconds(5)), .duplicated], [stream, stream]).rest() == Data("onetwo".utf8))
    }

    @Test func `a stream is cut after the given number of bytes`() async throws {
        let cut = try await open([.cutStream(after: 4)], [stream])
        #expect(try await cut.next() == Data("one".utf8))
        #expect(try await cut.next() == Data("t".utf8))
        await #expect(throws: TransportError.connectionLost) { try await cut.next() }
        let atOnce = try await open([.cutStream(after: 0)], [stream])
        await #expect(throws: TransportError.connectionLost) { try await atOnce.next() }
    }

    @Test(arguments: [Fault.requestLost, .responseLost])
    func `a lost opening is a lost connection`(fault: Fault) async throws {
        await #expect(throws: TransportError.connectionLost) { try await open([fault], [stream]) }
    }

    @Test func `a web page or a status can replace a stream`() async throws {
        let page = try await open([.webPage()], [])
        #expect(page.headers[.contentType] == "text/html")
        #expect(try await page.rest().starts(with: Data("<!doctype".utf8)))
        #expect(try await open([.status(503)], []).status == 503)
    }

    @Test func `an expected stream cannot be sent as a call`() async throws {
        let stub = StubTransport([stream])
        let url = try #require(URL(string: "https://orbit.test/events"))
        await #expect(throws: TransportError.malformedResponse) {
            try await stub.send(HTTPRequest(method: .get, url: url))
        }
        let violation = await #expect(throws: StubTransport.Violation.self) { try await stub.finish() }
        #expect(
            violation?.description
                == "request 1: expected to be opened as a stream: GET /events\nnever sent: GET /events")
    }

    @Test func `a duplicated opening is performed twice, and its second stream is closed`() async throws {
        let closed = LockedState(0)
        let second = StubTransport.Exchange.expectStream(
            .get, "/events", chunks: [], then: .silence, onClose: { closed.withLock { $0 += 1 } })
        #expect(try await open([], [stream, second]).rest() == Data("onetwo".utf8))
        #expect(closed.withLock { $0 } == 0)
        #expect(try await open([.duplicated], [stream, second]).rest() == Data("onetwo".utf8))
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a stream that is cut is closed`() async throws {
        let closed = LockedState(0)
        let silent = StubTransport.Exchange.expectStream(
            .get, "/events", chunks: [Data("one".utf8)], then: .silence, onClose: { closed.withLock { $0 += 1 } })
        let cut = try await open([.cutStream(after: 3)], [silent])
        #expect(try await cut.next() == Data("one".utf8))
        #expect(closed.withLock { $0 } == 0)
        await #expect(throws: TransportError.connectionLost) { try await cut.next() }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a stream whose opening is lost is closed`() async throws {
        let closed = LockedState(0)
        let stream = StubTransport.Exchange.expectStream(
            .get, "/events", chunks: [], then: .silence, onClose: { closed.withLock { $0 += 1 } })
        await #expect(throws: TransportError.connectionLost) { try await open([.responseLost], [stream]) }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a closed scripted stream returns no buffered bytes`() async throws {
        let stream = HTTPStream(chunks: [Data("one".utf8), Data("two".utf8)], then: .end)
        #expect(try await stream.next() == Data("one".utf8))
        stream.close()
        await #expect(throws: TransportError.cancelled) { try await stream.next() }
    }

    @Test func `closing a silent scripted stream ends its read`() async throws {
        let stream = HTTPStream(chunks: [Data("one".utf8)], then: .silence)
        let (readings, reading) = AsyncStream.makeStream(of: Void.self)
        let read = Task {
            _ = try await stream.next()
            reading.yield()
            return try await stream.next()
        }
        for await _ in readings { break }
        stream.close()
        await #expect(throws: TransportError.cancelled) { try await read.value }
    }

    @Test func `a cancelled reader of a scripted stream receives no buffered bytes`() async throws {
        let stream = HTTPStream(chunks: [Data("one".utf8)], then: .end)
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await stream.next()
        }
        await #expect(throws: TransportError.cancelled) { try await reading.value }
    }
}
