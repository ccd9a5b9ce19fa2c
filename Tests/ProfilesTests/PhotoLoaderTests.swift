import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance
import Validation

@Suite struct PhotoLoaderTests {
    private let clock = VirtualClock()
    private static let target = "/api/users/u_2/photos/a"

    private func loader(_ stub: StubTransport, capacity: Int = 1_000) throws -> PhotoLoader {
        PhotoLoader(
            service: ProfileService(client: try .scripted(stub, time: clock)), capacity: capacity, time: clock)
    }

    private func image(_ text: String, tag: String? = nil) throws -> HTTPResponse {
        var response = HTTPResponse(status: 200, body: Data(text.utf8))
        if let tag { try response.headers.set(.etag, to: tag) }
        return response
    }

    private static let gone = Problem(code: .notFound, message: "There is no such photo.")

    @Test func `a single request serves concurrent callers, and callers soon after`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([held.exchange(.get, Self.target, response: try image("picture"))])
        let loader = try loader(stub)
        let askers = (0..<20).map { _ in Task { try await loader.photo("a", of: "u_2") } }
        await held.waitForRequest()
        held.release()
        for asker in askers { #expect(try await asker.value == Data("picture".utf8)) }
        #expect(try await loader.photo("a", of: "u_2") == Data("picture".utf8))
        try await stub.finish()
    }

    @Test func `an image has the media type of its first bytes, whatever its name says`() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
        let stub = StubTransport([
            .expect(.get, Self.target, response: HTTPResponse(status: 200, body: png)),
            .expect(.get, "/api/users/u_2/photos/b", response: try image("picture")),
        ])
        let loader = try loader(stub)
        #expect(try await loader.image("a", of: "u_2") == PhotoImage(png))
        #expect(PhotoImage(png).mediaType == "image/png")
        #expect(PhotoImage(Data([0xFF, 0xD8, 0xFF, 0xE0])).mediaType == "image/jpeg")
        #expect(try await loader.image("b", of: "u_2").mediaType == "application/octet-stream")
    }

    @Test func `a photo older than five minutes is revalidated with its tag`() async throws {
        let stub = StubTransport([
            .expect(.get, Self.target, response: try image("old", tag: "\"1\"")),
            .expect(.get, Self.target, response: HTTPResponse(status: 304)),
            .expect(.get, Self.target, response: try image("new", tag: "\"2\"")),
        ])
        let loader = try loader(stub)
        #expect(try await loader.photo("a", of: "u_2") == Data("old".utf8))
        clock.advance(by: .seconds(301))
        #expect(try await loader.photo("a", of: "u_2") == Data("old".utf8))
        #expect(try await loader.photo("a", of: "u_2") == Data("old".utf8))  // fresh again after the 304
        clock.advance(by: .seconds(301))
        #expect(try await loader.photo("a", of: "u_2") == Data("new".utf8))
        #expect(await stub.requests.map { $0.headers[.ifNoneMatch] } == [nil, "\"1\"", "\"1\""])
        try await stub.finish()
    }

    @Test func `a cached photo is used for five minutes without a request`() async throws {
        let stub = StubTransport([
            .expect(.get, Self.target, response: try image("old", tag: "\"1\"")),
            .expect(.get, Self.target, response: try image("new", tag: "\"2\"")),
        ])
        let loader = try loader(stub)
        #expect(try await loader.photo("a", of: "u_2") == Data("old".utf8))
        clock.advance(by: .seconds(300) - .milliseconds(1))
        #expect(try await loader.photo("a", of: "u_2") == Data("old".utf8))
        clock.advance(by: .milliseconds(1))
        #expect(try await loader.photo("a", of: "u_2") == Data("new".utf8))
    }

    @Test func `a cached photo is used while requests fail, and is removed after a 404`() async throws {
        let stub = StubTransport([
            .expect(.get, Self.target, response: try image("old", tag: "\"1\"")),
            .expect(.get, Self.target, error: .connectionLost),
            .expect(.get, Self.target, response: HTTPResponse(status: 503)),
            .expect(.get, Self.target, response: try .problem(404, Self.gone)),
            .expect(.get, Self.target, error: .connectionLost),
        ])
        let loader = try loader(stub)
        for _ in 0..<3 {
            #expect(try await loader.photo("a", of: "u_2") == Data("old".utf8))
            clock.advance(by: .seconds(301))
        }
        for _ in 0..<2 {
            await #expect(throws: APIError.self) { try await loader.photo("a", of: "u_2") }
        }
        try await stub.finish()
    }

    @Test func `a 304 to a request without a tag throws an error`() async throws {
        let stub = StubTransport([.expect(.get, Self.target, response: HTTPResponse(status: 304))])
        let loader = try loader(stub)
        await #expect(throws: APIError.self) { try await loader.photo("a", of: "u_2") }
    }

    @Test func `the least recently used photo is evicted, and a too large photo is not cached`() async throws {
        let targets = ["a", "b", "c", "b", "large", "large"].map { "/api/users/u_2/photos/\($0)" }
        let stub = StubTransport(
            try targets.map { target in
                .expect(.get, target, response: try image(target.hasSuffix("large") ? "123456789" : "1234"))
            })
        let loader = try loader(stub, capacity: 8)
        for photo: PhotoID in ["a", "b", "a", "c", "a", "b", "large", "large"] {
            _ = try await loader.photo(photo, of: "u_2")
        }
        try await stub.finish()
    }

    @Test func `photos of a hidden person are removed, and photos in flight are discarded`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            .expect(.get, Self.target, response: try image("a")),
            .expect(.get, "/api/users/u_3/photos/b", response: try image("b")),
            held.exchange(.get, "/api/users/u_2/photos/c", response: try image("c")),
            .expect(.get, Self.target, response: try .problem(404, Self.gone)),
        ])
        let loader = try loader(stub)
        _ = try await loader.photo("a", of: "u_2")
        _ = try await loader.photo("b", of: "u_3")
        let late = Task { try await loader.photo("c", of: "u_2") }
        await held.waitForRequest()
        await loader.forget("u_2")
        await #expect(throws: CancellationError.self) { try await late.value }
        held.release()
        await #expect(throws: APIError.self) { try await loader.photo("a", of: "u_2") }
        #expect(try await loader.photo("b", of: "u_3") == Data("b".utf8))
        try await stub.finish()
    }

    @Test func `clearing removes all photos, and discards a late response`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            held.exchange(.get, Self.target, response: try image("theirs")),
            .expect(.get, Self.target, response: try .problem(404, Self.gone)),
        ])
        let loader = try loader(stub)
        let late = Task { try await loader.photo("a", of: "u_2") }
        await held.waitForRequest()
        await loader.clear()
        held.release()
        await #expect(throws: CancellationError.self) { try await late.value }
        await #expect(throws: APIError.self) { try await loader.photo("a", of: "u_2") }
        try await stub.finish()
    }

    @Test func `a cancelled caller returns at once, and another caller still gets the photo`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([held.exchange(.get, Self.target, response: try image("picture"))])
        let loader = try loader(stub)
        let stays = Task { try await loader.photo("a", of: "u_2") }
        await held.waitForRequest()
        let leaves = Task { try await loader.photo("a", of: "u_2") }
        leaves.cancel()
        await #expect(throws: CancellationError.self) { try await leaves.value }
        held.release()
        #expect(try await stays.value == Data("picture".utf8))
        try await stub.finish()
    }

    @Test func `a request without callers ends, and the next caller sends a new request`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            held.exchange(.get, Self.target, response: try image("picture")),
            .expect(.get, Self.target, response: try image("picture")),
        ])
        let loader = try loader(stub)
        let only = Task { try await loader.photo("a", of: "u_2") }
        await held.waitForRequest()
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        #expect(try await loader.photo("a", of: "u_2") == Data("picture".utf8))
        try await stub.finish()
    }
}
