import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct ServerSentEventsTests {
    private struct Waved: Codable, Hashable, Sendable {
        var by: String
    }

    private let clock = VirtualClock()
    private let closed = LockedState(0)
    private static let waved = EventKind(rawValue: "waved")
    private let position = LogPosition(epoch: "e", seq: 6)

    private func events(_ stub: StubTransport) throws -> ServerSentEvents {
        ServerSentEvents(
            client: APIClient(
                server: try ServerAddress("https://orbit.test/api"), transport: stub,
                events: EventCatalogue([Self.waved: Waved.self]), time: VirtualClock(), random: .seeded(1)),
            time: clock)
    }

    private func stub(
        _ chunks: [Data], status: Int = 200, mediaType: String = "text/event-stream", then ending: StreamEnding = .end
    ) -> StubTransport {
        StubTransport([
            .expectStream(
                .get, "/api/events", status: status, mediaType: mediaType, chunks: chunks, then: ending
            ) { [closed] in closed.withLock { $0 += 1 } }
        ])
    }

    private func open(_ text: String, then ending: StreamEnding = .end) async throws -> EventStream {
        try await events(stub([Data(text.utf8)], then: ending)).open(after: position)
    }

    /// Returns the messages in short form: `e:7+1` is a slice with a single event that leads to e:7.
    private func summary(_ stream: EventStream) async throws -> [String] {
        var all: [String] = []
        while let message = try await stream.next() {
            switch message {
            case .slice(let slice): all.append("\(slice.at)+\(slice.events.count)\(slice.isResync ? " resync" : "")")
            case .heartbeat: all.append("heartbeat")
            case .retry(let duration): all.append("retry \(duration)")
            }
        }
        return all
    }

    private let event = #"{"seq":7,"at":"2027-01-15T08:00:00Z","type":"waved","data":{"by":"u1"}}"#
    private var frames: String {
        """
        retry: 2500

        : heartbeat

        id: e:7
        data: {"at":"e:7","events":[\(event)]}

        event: typing
        data: {"who":"u2"}

        id: f:0
        event: resync
        data: {"at":"f:0","resync":true}


        """
    }

    @Test func `frames are read as slices, heartbeats, retry times and resyncs`() async throws {
        let stub = stub([Data(frames.utf8)])
        let stream = try await events(stub).open(after: position)
        #expect(try await summary(stream) == ["retry 2.5 seconds", "heartbeat", "e:7+1", "f:0+0 resync"])
        let request = try #require(await stub.requests.first)
        #expect(request.headers[.accept] == "text/event-stream")
        #expect(request.headers[.lastEventID] == "e:6")
    }

    @Test func `a stream has the same messages wherever the network cuts it`() async throws {
        let bytes = Data(frames.utf8)
        for cut in bytes.indices.dropFirst() {
            let stream = try await events(stub([bytes[..<cut], bytes[cut...]])).open(after: position)
            #expect(try await summary(stream) == ["retry 2.5 seconds", "heartbeat", "e:7+1", "f:0+0 resync"])
        }
    }

    @Test func `a slice that the connection cuts off is not delivered`() async throws {
        let bytes = Data(frames.utf8)
        for cut in bytes.indices {
            let stream = try await events(stub([bytes[..<cut]])).open(after: position)
            let whole = ["retry 2.5 seconds", "heartbeat", "e:7+1", "f:0+0 resync"]
            #expect(whole.starts(with: try await summary(stream)))
        }
    }

    @Test func `the data of known events is decoded`() async throws {
        let stream = try await open("data: {\"at\":\"e:7\",\"events\":[\(event)]}\n\n")
        guard case .slice(let slice) = try await stream.next() else {
            Issue.record("expected a slice")
            return
        }
        #expect(try slice.events.first?.data(Waved.self) == Waved(by: "u1"))
    }

    @Test func `a retry time is at most a day`() async throws {
        let stream = try await open("retry: 86400001\n\n")
        guard case .retry(let pause) = try await stream.next() else {
            Issue.record("expected a retry time")
            return
        }
        #expect(pause == .seconds(86_400))
    }

    @Test func `a stream without a position sends no Last-Event-ID`() async throws {
        let stub = stub([])
        #expect(try await events(stub).open(after: nil).next() == nil)
        #expect(await stub.requests.first?.headers[.lastEventID] == nil)
    }

    @Test(arguments: ["data: {\"at\":\"e:7\",\"events\":[{]}\n\n", "data: <html>\n\n", "data\n\n", "data: {}\n\n"])
    func `data that is not a slice is malformed`(text: String) async throws {
        let stream = try await open(text)
        do {
            _ = try await stream.next()
            Issue.record("expected an error")
        } catch EventTransportError.malformed(let reason) {
            #expect(!reason.contains("html"))
        }
    }

    @Test(arguments: ["text/html", "text/html; charset=utf-8", "application/json", "text/event-streams", ""])
    func `another media type is unsupported and closes the stream`(mediaType: String) async throws {
        let events = try events(stub([Data("<!doctype html>".utf8)], mediaType: mediaType, then: .silence))
        await #expect(throws: EventTransportError.unsupported) { try await events.open(after: position) }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test(arguments: ["Text/Event-Stream", "text/event-stream;charset=utf-8", " text/event-stream ; a=b"])
    func `the media type is case-insensitive and may have parameters`(mediaType: String) async throws {
        #expect(try await events(stub([], mediaType: mediaType)).open(after: position).next() == nil)
    }

    @Test(arguments: [404, 405, 406, 501])
    func `a server without streams is unsupported, and another server error has its status`(status: Int) async throws {
        await #expect(throws: EventTransportError.unsupported) {
            try await events(stub([], status: status)).open(after: position)
        }
        await #expect(throws: APIError.unexpectedStatus(503)) {
            try await events(stub([], status: 503)).open(after: position)
        }
    }

    @Test func `a transport without streams is unsupported`() async throws {
        let stub = StubTransport([
            .expectStream(.get, "/api/events") { _ throws(TransportError) in
                throw .streamsUnsupported
            }
        ])
        await #expect(throws: EventTransportError.unsupported) { try await events(stub).open(after: position) }
    }

    @Test func `a silent stream is closed after fifty seconds`() async throws {
        let stream = try await open(": heartbeat\n\n", then: .silence)
        #expect(try await stream.next().isHeartbeat)
        let read = Task { try await stream.next() }
        await clock.waitForSleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(50)])
        clock.advance(by: .seconds(49))
        #expect(closed.withLock { $0 } == 0)
        clock.advance(by: .seconds(3_551))
        await #expect(throws: EventTransportError.silent) { try await read.value }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a part of a message counts as activity of the stream`() async throws {
        let stream = try await open("data: {\"at\":\"e:7\"", then: .silence)
        let read = Task { try await stream.next() }
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(50))
        await #expect(throws: EventTransportError.silent) { try await read.value }
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `a lost connection throws the transport's error`() async throws {
        let stream = try await open("", then: .failure(.connectionLost))
        await #expect(throws: APIError.transport(.connectionLost)) { try await stream.next() }
    }

    @Test func `cancelling or closing a stream throws a CancellationError`() async throws {
        let stream = try await open("", then: .silence)
        let read = Task { try await stream.next() }
        await clock.waitForSleepers(atLeast: 1)
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        stream.close()
        await #expect(throws: CancellationError.self) { try await stream.next() }
        #expect(clock.pendingSleeps.isEmpty)
    }
}

extension EventMessage? {
    fileprivate var isHeartbeat: Bool {
        if case .heartbeat = self { true } else { false }
    }
}
