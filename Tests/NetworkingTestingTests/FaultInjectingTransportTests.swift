import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct FaultInjectingTransportTests {
    private let clock = VirtualClock()

    /// A server that counts the requests that reach it.
    private actor CountingServer: HTTPTransport {
        private(set) var count = 0

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            count += 1
            return HTTPResponse(status: 200, body: Data(#"{"success":true,"data":{"message":"Hello"}}"#.utf8))
        }
    }

    private let server = CountingServer()

    private func send(_ faults: Fault...) async throws -> HTTPResponse {
        let network = FaultInjectingTransport(server, plan: FaultPlan(script: [faults]), time: clock)
        return try await network.send(try request)
    }

    private var request: HTTPRequest {
        get throws { HTTPRequest(method: .get, url: try #require(URL(string: "https://orbit.test/api/greeting"))) }
    }

    @Test func `a plan without faults passes the response`() async throws {
        #expect(try await send().status == 200)
        #expect(await server.count == 1)
    }

    @Test func `a lost request does not reach the server`() async throws {
        await #expect(throws: TransportError.connectionLost) { try await send(.requestLost) }
        #expect(await server.count == 0)
    }

    @Test func `a lost response leaves its request performed`() async throws {
        await #expect(throws: TransportError.connectionLost) { try await send(.responseLost) }
        #expect(await server.count == 1)
    }

    @Test func `a duplicated request is performed twice and has a single response`() async throws {
        #expect(try await send(.duplicated).status == 200)
        #expect(await server.count == 2)
    }

    @Test(arguments: [401, 429, 503])
    func `an injected status has a problem that the client can decode`(status: Int) async throws {
        let response = try await send(.status(status, retryAfter: 5))
        #expect(response.status == status)
        #expect(response.headers[.retryAfter] == "5")
        let envelope = try OrbitJSON.decoder.decode(Envelope<MessageData>.self, from: response.body)
        guard case .failure(let problem) = envelope else {
            Issue.record("expected a problem")
            return
        }
        #expect(problem.retryAfter == 5)
        #expect(await server.count == 0)
    }

    @Test func `an injected web page replaces the response`() async throws {
        let response = try await send(.webPage())
        #expect(response.status == 200)
        #expect(response.headers[.contentType] == "text/html")
        #expect(await server.count == 0)
    }

    @Test(arguments: [Fault.truncatedBody, .corruptBody])
    func `a damaged body cannot be decoded`(fault: Fault) async throws {
        let response = try await send(fault)
        #expect(throws: DecodingError.self) {
            try OrbitJSON.decoder.decode(Envelope<MessageData>.self, from: response.body)
        }
    }

    @Test func `injected latency passes on the given clock`() async throws {
        let answer = Task { try await send(.latency(.seconds(3))) }
        await clock.waitForSleepers(atLeast: 1)
        #expect(await server.count == 0)
        clock.advance(by: .seconds(3))
        #expect(try await answer.value.status == 200)
    }

    @Test func `a request cancelled during its latency is not sent`() async throws {
        let answer = Task { try await send(.latency(.seconds(3))) }
        await clock.waitForSleepers(atLeast: 1)
        answer.cancel()
        await #expect(throws: TransportError.cancelled) { try await answer.value }
        #expect(await server.count == 0)
    }

    @Test func `requests after the end of the script succeed until a new plan follows`() async throws {
        let network = FaultInjectingTransport(server, plan: FaultPlan(script: [[.requestLost], []]), time: clock)
        await #expect(throws: TransportError.connectionLost) { try await network.send(try request) }
        for _ in 0..<3 { #expect(try await network.send(try request).status == 200) }
        await network.follow(FaultPlan(script: [[.status(503)]]))
        #expect(try await network.send(try request).status == 503)
        await network.follow(.none)
        #expect(try await network.send(try request).status == 200)
    }

    @Test func `equal seeds inject equal faults`() async throws {
        func outcomes(seed: UInt64) async throws -> [Int] {
            let plan = FaultPlan(seed: seed, rates: [(.status(503), 0.3), (.status(429), 0.3)])
            let network = FaultInjectingTransport(server, plan: plan, time: clock)
            var outcomes: [Int] = []
            for _ in 0..<50 { outcomes.append(try await network.send(try request).status) }
            return outcomes
        }
        let first = try await outcomes(seed: 7)
        #expect(try await outcomes(seed: 7) == first)
        #expect(try await outcomes(seed: 8) != first)
        #expect(Set(first) == [200, 429, 503])
    }
}
