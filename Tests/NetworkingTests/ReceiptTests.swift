import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

/// The position and events of the caller's log in a response.
@Suite struct ReceiptTests {
    private struct Waved: Codable, Hashable, Sendable {
        var by: String
    }

    private let clock = VirtualClock()
    private let received = LockedState<[LogReceipt]>([])
    private static let waved = EventKind(rawValue: "waved")

    private func client(_ exchanges: [StubTransport.Exchange], retry: RetryPolicy = .never) throws -> APIClient {
        APIClient(
            server: try ServerAddress("https://orbit.test/api"), transport: StubTransport(exchanges), retry: retry,
            events: EventCatalogue([Self.waved: Waved.self]),
            receipts: { [received] receipt in received.withLock { $0.append(receipt) } },
            time: clock, random: .seeded(1))
    }

    private func logged(_ receipt: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, body: Data(#"{"success":true,"data":{"message":"Hello"}\#(receipt)}"#.utf8))
    }

    private let receipt =
        #","at":"e:7","action":"k1","events":[{"seq":7,"at":"2027-01-15T08:00:00Z","type":"waved","data":{"by":"u1"}}]"#

    @Test func `an action's receipt is delivered before the call returns`() async throws {
        let client = try client([.expect(.post, "/api/greeting", response: logged(receipt))])
        #expect(try await client.send(.write) == greeting)
        let receipts = received.withLock { $0 }
        #expect(receipts.map(\.at) == [LogPosition(epoch: "e", seq: 7)])
        #expect(receipts.first?.action == "k1")
        #expect(try receipts.first?.events.first?.data(Waved.self) == Waved(by: "u1"))
    }

    @Test func `a read returns its receipt and does not deliver it to the handler`() async throws {
        let client = try client([.expect(.get, "/api/greeting", response: logged(#","at":"e:9""#))])
        #expect(try await client.response(.read).receipt?.at == LogPosition(epoch: "e", seq: 9))
        #expect(received.withLock { $0.isEmpty })
    }

    @Test(arguments: ["", #","at":null"#, #","at":"nowhere""#, #","at":7,"events":{}"#])
    func `a response with an invalid receipt returns its data`(receipt: String) async throws {
        let client = try client([.expect(.post, "/api/greeting", response: logged(receipt))])
        let response = try await client.response(.write)
        #expect(response.value == greeting)
        #expect(response.receipt == nil)
        #expect(received.withLock { $0.isEmpty })
    }

    @Test func `a refused action delivers no receipt`() async throws {
        let problem = Problem(code: .notFound, message: "Nothing is here.")
        let client = try client([.expect(.post, "/api/greeting", response: try .problem(404, problem))])
        await #expect(throws: APIError.problem(status: 404, problem: problem)) { try await client.send(.write) }
        #expect(received.withLock { $0.isEmpty })
    }
}
