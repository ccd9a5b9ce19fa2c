import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NetworkingTesting
import OrbitDemo
import PageParts
import Testing

@testable import CampusWeb

@Suite struct FormOriginTests {
    private func headers(_ fields: [String: String]) -> HTTPFields {
        var headers = HTTPFields()
        for (field, value) in fields {
            if let name = HTTPField.Name(field) { headers[name] = value }
        }
        return headers
    }

    @Test func `with port 0, the origin of a form has the port of the connection`() {
        var options = WebOptions()
        options.port = 0
        let rule = OriginRule(origins: options.origins(at: 49_152))
        #expect(rule.allowsForm(headers(["Origin": "http://127.0.0.1:49152"])))
        #expect(rule.allowsForm(headers(["Origin": "http://localhost:49152"])))
        #expect(!rule.allowsForm(headers(["Origin": "http://127.0.0.1:49153"])))
        #expect(!OriginRule(origins: options.origins(at: nil)).allowsForm(headers(["Origin": "http://127.0.0.1:8080"])))
    }

    @Test func `with a chosen port, the port of the connection does not matter`() {
        let rule = OriginRule(origins: WebOptions().origins(at: 49_152))
        #expect(rule.allowsForm(headers(["Origin": "http://127.0.0.1:8080"])))
        #expect(!rule.allowsForm(headers(["Origin": "http://127.0.0.1:49152"])))
    }

    @Test(
        arguments: [
            ("::1", 8_080, "http://[::1]:8080"), ("192.0.2.1", 80, "http://192.0.2.1"),
            ("localhost", 8_080, "http://127.0.0.1:8080"),
        ])
    func `the origin of a host is as browsers write it`(_ host: String, _ port: Int, _ origin: String) {
        var options = WebOptions()
        (options.host, options.port) = (host, port)
        #expect(options.origins(at: nil).contains(origin))
    }

    @Test func `a form is accepted on a port that the system has chosen`() async throws {
        let world = try await DemoWorld.make(people: 4, over: VirtualClock.selfAdvancing())
        let site = await WebSite(settings: .demonstration(world))
        var options = WebOptions()
        options.port = 0
        let server = WebServer(
            site: site, options: options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let origin = try #require(HTTPField.Name("Origin"))
        try await server.application.test(.live) { client in
            let port = try #require(client.port)
            let headers: HTTPFields = [
                .contentType: "application/x-www-form-urlencoded", origin: "http://localhost:\(port)",
            ]
            let response = try await client.executeRequest(
                uri: "/demo/clock", method: .post, headers: headers, body: ByteBuffer(string: "minutes=60"))
            #expect(response.status == .seeOther)
        }
    }
}
