import Auth
import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// `GET /events` as server-sent events.
@Suite struct EventStreamTests {
    private let server = TestServer()

    /// A frame or a comment, by the fields of its lines.
    private struct Frame {
        var fields: [String: String] = [:]

        init(_ chunk: Data?) throws {
            let text = String(decoding: try #require(chunk), as: UTF8.self)
            #expect(text.hasSuffix("\n\n"))
            for line in text.split(separator: "\n") {
                let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                fields[String(halves[0])] = halves[1].trimmingCharacters(in: .whitespaces)
            }
        }

        var slice: LogSlice {
            get throws {
                let data = Data(try #require(fields["data"]).utf8)
                let slice = try OrbitJSON.decoder(reading: .all).decode(LogSlice.self, from: data)
                #expect(fields["id"] == slice.at.description)
                #expect(fields["event"] == (slice.isResync ? "resync" : nil))
                return slice
            }
        }
    }

    private func open(
        _ member: Member, after position: String? = nil, headers: [(name: String, value: String)] = [],
        on server: TestServer
    ) async throws -> HTTPStream {
        let url = try #require(
            URL(string: "https://orbit.example/api/events" + (position.map { "?after=\($0)" } ?? "")))
        let fields = headers + [("Authorization", "Bearer \(member.token.reveal)"), ("Accept", "text/event-stream")]
        let transport = InProcessTransport(server.backend)
        return try await transport.open(
            HTTPRequest(method: .get, url: url, headers: HTTPHeaders(lenient: fields)))
    }

    private func opened(_ member: Member, after position: String? = nil) async throws -> HTTPStream {
        let stream = try await open(member, after: position, on: server)
        #expect(stream.status == 200)
        let retry = try await Frame(stream.next()).fields["retry"].flatMap { Int($0) }
        #expect((1_000...5_000).contains(try #require(retry)))
        return stream
    }

    @Test func `a stream begins with the head and carries each transaction as one frame`() async throws {
        let people = try await server.members("maya", "liam")
        let begin = try await server.head(people[0])
        let stream = try await opened(people[0])
        #expect(stream.headers[.contentType] == "text/event-stream")
        #expect(stream.headers.fields.first { $0.name.description == "cache-control" }?.value == "no-store")
        #expect(stream.headers.fields.first { $0.name.description == "x-accel-buffering" }?.value == "no")
        let first = try await Frame(stream.next()).slice
        #expect(first.at == begin && first.events.isEmpty && !first.isResync)
        let poke = try await server.sentPoke(from: people[1], to: people[0])
        #expect(try await Frame(stream.next()).slice.events.map(\.kind) == [.pokeReceived])
        _ = try await server.act("accept", poke.id, by: people[0])
        let match = try await Frame(stream.next()).slice
        #expect(match.events.map(\.kind) == [.pokeClosed, .matchMade])
        #expect(match.at == begin.advanced(by: 3))
    }

    @Test func `a commit wakes a waiting reader`() async throws {
        let people = try await server.members("maya", "liam")
        let stream = try await opened(people[0])
        _ = try await stream.next()
        let waiting = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        _ = try await server.sentPoke(from: people[1], to: people[0])
        #expect(try await Frame(waiting.value).slice.events.map(\.kind) == [.pokeReceived])
    }

    @Test func `a stream continues from a position or the last event id, and otherwise sends a resync`() async throws {
        let people = try await server.members("maya", "liam")
        let begin = try await server.head(people[0])
        _ = try await server.sentPoke(from: people[1], to: people[0])
        let suffix = try await opened(people[0], after: begin.description)
        #expect(try await Frame(suffix.next()).slice.events.map(\.kind) == [.pokeReceived])
        let again = try await open(
            people[0], after: "x", headers: [("Last-Event-ID", begin.description)], on: server)
        _ = try await again.next()
        #expect(try await Frame(again.next()).slice.events.map(\.kind) == [.pokeReceived])
        let lost = try await opened(people[0], after: "x")
        let resync = try await Frame(lost.next()).slice
        #expect(resync.isResync && resync.events.isEmpty)
        #expect(try await resync.at == server.head(people[0]))
    }

    @Test func `an idle stream sends heartbeats every twenty seconds and finds events of other servers`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        let stream = try await opened(people[0])
        _ = try await stream.next()
        for _ in 1...2 {
            let waiting = Task { try await stream.next() }
            await server.clock.waitForSleepers(atLeast: 1)
            server.clock.advance(by: .seconds(19))
            #expect(server.clock.pendingSleeps == [.seconds(1)])
            server.clock.advance(by: .seconds(1))
            #expect(try await waiting.value == Data(": heartbeat\n\n".utf8))
        }
        let waiting = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        let elsewhere = OrbitBackend(
            store: server.store, time: server.clock, random: .seeded(9),
            configuration: server.backend.context.configuration)
        let other = TestServer(
            backend: elsewhere, store: server.store, mailTransport: server.mailTransport, clock: server.clock)
        _ = try await other.sentPoke(from: people[1], to: people[0])
        server.clock.advance(by: .seconds(20))
        #expect(try await Frame(waiting.value).slice.events.map(\.kind) == [.pokeReceived])
    }

    @Test func `a heartbeat follows twenty seconds after the last frame, not after the first`() async throws {
        let people = try await server.members("maya", "liam")
        let stream = try await opened(people[0])
        _ = try await stream.next()
        let news = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        server.clock.advance(by: .seconds(15))
        _ = try await server.sentPoke(from: people[1], to: people[0])
        #expect(try await Frame(news.value).slice.events.map(\.kind) == [.pokeReceived])
        let waiting = Task { try await stream.next() }
        server.clock.advance(by: .seconds(5))
        await server.clock.waitForSleepers(atLeast: 1)
        #expect(server.clock.pendingSleeps == [.seconds(15)])
        server.clock.advance(by: .seconds(15))
        #expect(try await waiting.value == Data(": heartbeat\n\n".utf8))
    }

    @Test func `a commit of another server wakes a waiting reader`() async throws {
        let people = try await server.members("maya", "liam")
        let stream = try await opened(people[0])
        _ = try await stream.next()
        let waiting = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        let elsewhere = OrbitBackend(
            store: server.store, time: server.clock, random: .seeded(9),
            configuration: server.backend.context.configuration)
        let other = TestServer(
            backend: elsewhere, store: server.store, mailTransport: server.mailTransport, clock: server.clock)
        _ = try await other.sentPoke(from: people[1], to: people[0])
        #expect(try await Frame(waiting.value).slice.events.map(\.kind) == [.pokeReceived])
        #expect(server.clock.pendingSleeps.allSatisfy { $0 > .zero })
    }

    @Test func `a stream ends with its own session and not with another session`() async throws {
        let people = try await server.members("maya", "liam")
        server.clock.advance(by: .seconds(30))
        let second = try await server.signIn(people[0].address)
        let phone = Member(address: people[0].address, id: people[0].id, token: second.accessToken)
        let (laptop, ended) = (try await opened(people[0]), try await opened(phone))
        for stream in [laptop, ended] { _ = try await stream.next() }
        let waiting = Task { try await ended.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        _ = try await server.logOut(second.refreshToken)
        #expect(try await waiting.value == nil)
        #expect(try await ended.next() == nil)
        _ = try await server.sentPoke(from: people[1], to: people[0])
        #expect(try await Frame(laptop.next()).slice.events.map(\.kind) == [.pokeReceived])
        // A session that expires ends its stream without a request, at the instant of its expiry.
        server.clock.advance(by: .seconds(30 * 86_400 - 30))
        #expect(try await laptop.next() == nil)
    }

    @Test func `a second use of a replaced token ends the streams of its session`() async throws {
        let address = try await server.members("maya")[0].address
        server.clock.advance(by: .seconds(30))
        let first = try await server.signIn(address)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        let third = try await server.refresh(second.refreshToken).payload(AuthGrant.self)
        let stream = try await opened(Member(address: address, id: third.userID, token: third.accessToken))
        _ = try await stream.next()
        let waiting = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        #expect(try await server.refresh(first.refreshToken).code == .sessionEnded)
        #expect(try await waiting.value == nil)
    }

    @Test func `a session follows at most four streams, and a fifth stream ends the oldest`() async throws {
        let people = try await server.members("maya", "liam")
        var streams: [HTTPStream] = []
        for _ in 1...5 {
            streams.append(try await opened(people[0]))
            _ = try await streams.last?.next()
        }
        #expect(try await streams[0].next() == nil)
        _ = try await server.sentPoke(from: people[1], to: people[0])
        for stream in streams.dropFirst() {
            #expect(try await Frame(stream.next()).slice.events.map(\.kind) == [.pokeReceived])
        }
    }

    @Test func `a closed stream ends its reader, and a cancelled reader can continue`() async throws {
        let people = try await server.members("maya", "liam")
        let stream = try await opened(people[0])
        _ = try await stream.next()
        let cancelled = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        cancelled.cancel()
        await #expect(throws: TransportError.cancelled) { try await cancelled.value }
        _ = try await server.sentPoke(from: people[1], to: people[0])
        #expect(try await Frame(stream.next()).slice.events.count == 1)
        let waiting = Task { try await stream.next() }
        await server.clock.waitForSleepers(atLeast: 1)
        stream.close()
        #expect(try await waiting.value == nil)
        #expect(try await stream.next() == nil)
        #expect(server.clock.pendingSleeps.isEmpty)
    }

    @Test func `a slow reader gets all events in one frame, without people who were blocked meanwhile`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let stream = try await opened(people[0])
        _ = try await stream.next()
        for other in people.dropFirst() { _ = try await server.sentPoke(from: other, to: people[0]) }
        _ = try await server.block(people[0].id, by: people[1])
        let chunk = try #require(try await stream.next())
        #expect(!String(decoding: chunk, as: UTF8.self).contains("Liam"))
        let slice = try Frame(chunk).slice
        #expect(slice.events.map(\.kind) == [.void, .pokeReceived, .personHidden])
        #expect(slice.events[0].subject == nil && slice.events[0].touches == [.incomingPokes])
    }

    @Test func `opening a request that is not a stream gives its ordinary response`() async throws {
        let people = try await server.members("maya")
        let transport = InProcessTransport(server.backend)
        /// Reads a response that arrives in one piece.
        func read(_ path: String, token: String, accept: String) async throws -> (Int, Data) {
            let url = try #require(URL(string: "https://orbit.example/api\(path)"))
            let headers = HTTPHeaders(lenient: [("Authorization", "Bearer \(token)"), ("Accept", accept)])
            let stream = try await transport.open(HTTPRequest(method: .get, url: url, headers: headers))
            let body = try #require(try await stream.next())
            #expect(try await stream.next() == nil)
            return (stream.status, body)
        }
        let token = people[0].token.reveal
        #expect(try await read("/events", token: "x", accept: "text/event-stream").0 == 401)
        #expect(try await read("/nowhere", token: token, accept: "text/event-stream").0 == 404)
        #expect(
            try await read("/events", token: token, accept: "application/json").1.starts(with: Data("{\"at\"".utf8)))
        #expect(
            try await read("/users/me", token: token, accept: "text/event-stream").1.starts(with: Data("{\"at\"".utf8)))
    }
}
