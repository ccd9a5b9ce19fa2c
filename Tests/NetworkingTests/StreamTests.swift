import Foundation
import Networking
import NetworkingTesting
import Testing
import TimeAndChance

/// Responses that are read while they arrive.
@Suite(.timeLimit(.minutes(60))) struct StreamTests {
    private let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private func open(_ server: LoopbackServer, _ path: String = "/", with kind: TransportKind) async throws
        -> HTTPStream
    {
        try await kind.make().open(HTTPRequest(method: .get, url: try server.url(path)))
    }

    @Test(arguments: TransportKind.allCases)
    func `bytes of a stream are read before its end arrives`(kind: TransportKind) async throws {
        let head = head
        let (steps, go) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            connection.send(head)
            for text in ["one", "two"] {
                connection.send(text)
                connection.waitFor(steps)
            }
        }
        let stream = try await open(server, with: kind)
        #expect(stream.status == 200)
        #expect(stream.headers[.contentType] == "text/event-stream")
        #expect(try await stream.next() == Data("one".utf8))
        go.yield()
        #expect(try await stream.next() == Data("two".utf8))
        go.yield()
        #expect(try await stream.next() == nil)
        #expect(try await stream.next() == nil)
    }

    @Test(arguments: TransportKind.allCases)
    func `a refused stream has a status and a body`(kind: TransportKind) async throws {
        let server = try LoopbackServer { $0.response(404, body: Data("nothing".utf8)) }
        let stream = try await open(server, with: kind)
        #expect(stream.status == 404)
        #expect(try await stream.rest() == Data("nothing".utf8))
    }

    @Test(arguments: TransportKind.allCases)
    func `a broken connection throws an error instead of an end`(kind: TransportKind) async throws {
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n9\r\ntw")
        }
        let stream = try await open(server, with: kind)
        await #expect(throws: TransportError.connectionLost) { try await stream.rest() }
        await #expect(throws: TransportError.connectionLost) { try await stream.next() }
    }

    @Test(arguments: TransportKind.allCases)
    func `closing a stream ends its connection and its pending read`(kind: TransportKind) async throws {
        let head = head
        let (events, log) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { connection in
            connection.send(head + "one")
            connection.waitForClose()
            log.yield("closed")
        }
        let stream = try await open(server, with: kind)
        #expect(try await stream.next() == Data("one".utf8))
        let read = Task { try await stream.next() }
        stream.close()
        await #expect(throws: TransportError.cancelled) { try await read.value }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "closed")
        await #expect(throws: TransportError.cancelled) { try await stream.next() }
        stream.close()
    }

    @Test(arguments: TransportKind.allCases)
    func `a cancelled read leaves the stream open`(kind: TransportKind) async throws {
        let head = head
        let (steps, go) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            connection.send(head)
            connection.waitFor(steps)
            connection.send("one")
        }
        let stream = try await open(server, with: kind)
        let read = Task { try await stream.next() }
        read.cancel()
        await #expect(throws: TransportError.cancelled) { try await read.value }
        go.yield()
        #expect(try await stream.rest() == Data("one".utf8))
    }

    @Test(arguments: TransportKind.allCases)
    func `cancelling the opening of a stream closes its connection`(kind: TransportKind) async throws {
        let (events, log) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { connection in
            log.yield("arrived")
            connection.waitForClose()
            log.yield("closed")
        }
        let opening = Task { try await open(server, with: kind) }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "arrived")
        opening.cancel()
        await #expect(throws: TransportError.cancelled) { try await opening.value }
        #expect(await iterator.next() == "closed")
    }

    @Test(arguments: TransportKind.allCases)
    func `redirects of streams follow the rule for calls`(kind: TransportKind) async throws {
        let head = head
        let server = try LoopbackServer { connection in
            if connection.target == "GET /old" {
                connection.response(307, "Location: /new")
            } else if connection.target == "GET /away" {
                connection.response(307, "Location: http://127.0.0.1:1/")
            } else {
                connection.send(head + "here")
            }
        }
        #expect(try await open(server, "/old", with: kind).rest() == Data("here".utf8))
        await #expect(throws: TransportError.redirectRefused) { try await open(server, "/away", with: kind) }
    }

    @Test(arguments: TransportKind.allCases)
    func `a stream from an address that is neither https nor loopback is refused`(kind: TransportKind) async throws {
        let request = HTTPRequest(method: .get, url: try #require(URL(string: "http://orbit.example/")))
        await #expect(throws: TransportError.insecure) { try await kind.make().open(request) }
    }

    /// The server offers 64 MiB at once. A reader that takes no bytes stops it long before.
    @Test(arguments: TransportKind.streamsWithBackpressure)
    func `a stream that is not read stops its server`(kind: TransportKind) async throws {
        let head = head
        let sent = LockedState(0)
        let (events, log) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            connection.limitSendBuffer(to: 65_536)
            connection.send(head)
            let chunk = Data(repeating: 7, count: 65_536)
            while connection.sendNow(chunk) { sent.withLock { $0 += chunk.count } }
            log.yield()
            while connection.send(chunk) { sent.withLock { $0 += chunk.count } }
        }
        let stream = try await open(server, with: kind)
        var iterator = events.makeAsyncIterator()
        await iterator.next()  // the server is blocked by then
        let held = sent.withLock { $0 }
        #expect(held < 16 << 20)
        // Reading more bytes than were in flight lets the server continue.
        let enough = held + (4 << 20)
        var taken = 0
        while taken < enough, let bytes = try await stream.next() {
            #expect(bytes.count <= 512 * 1024)
            taken += bytes.count
        }
        #expect(taken >= enough)
        stream.close()
    }
}
