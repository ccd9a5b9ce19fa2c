import HTTPTypes
import HummingbirdCore
import NIOCore
import Testing

@testable import CampusServer

/// The address of a caller, with and without proxies of the operator.
@Suite struct CallerAddressTests {
    private static func request(_ forwarded: String?) throws -> Request {
        var fields = HTTPFields()
        if let forwarded { fields[try #require(HTTPField.Name("X-Forwarded-For"))] = forwarded }
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "orbit.example", path: "/health", headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(
        arguments: [
            (0, "192.0.2.1", "203.0.113.9"), (1, "192.0.2.1, 192.0.2.2", "192.0.2.2"),
            (2, "192.0.2.1, 192.0.2.2, 192.0.2.3", "192.0.2.2"), (2, "192.0.2.3", "192.0.2.3"),
            (1, " , ", "203.0.113.9"), (1, nil, "203.0.113.9"),
        ] as [(Int, String?, String)])
    func `only entries of the operator's proxies are used`(
        _ proxies: Int, _ forwarded: String?, _ address: String
    ) throws {
        let callers = CallerAddress(proxies: proxies)
        #expect(callers.origin(of: try Self.request(forwarded), from: "203.0.113.9") == address)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.0.2.1", false), ("unknown", false),
    ])
    func `only the loopback interface is this machine`(_ peer: String, _ isLocal: Bool) throws {
        #expect(CallerAddress(proxies: 0).isLocal(try Self.request(nil), from: peer) == isLocal)
    }

    @Test func `a connection that was reset is not a connection of this machine`() throws {
        let peer = ServerContext.disconnected.peer
        #expect(!CallerAddress(proxies: 0).isLocal(try Self.request(nil), from: peer))
    }
}
