import Foundation
import Networking
import NetworkingTesting
import Testing
import TimeAndChance

/// Requests with credentials stay within their origin, for any value of `Location`.
@Suite(.timeLimit(.minutes(60))) struct CredentialTests {
    /// Values of `Location`. `HERE` and `AWAY` are replaced by the addresses of the two servers.
    private static let locations = [
        "http://AWAY/", "//AWAY/", "///AWAY/", "////AWAY", "\\\\AWAY\\", "/\\AWAY/", "http:AWAY/", "http:/AWAY/",
        "http:///AWAY/", "http:\\\\AWAY/", "HTTP://AWAY/", "hTtP://AWAY", "http://HERE@AWAY/", "http://HERE:80@AWAY/",
        "http://HERE#@AWAY/", "http://HERE?@AWAY/", "http://HERE\\@AWAY/", "http://AWAY#@HERE/", "http://AWAY\\@HERE/",
        "http://AWAY?@HERE/", "http://AWAY/@HERE/", "http://HERE%40AWAY/", "http://HERE%2F@AWAY/",
        "http://HERE%00@AWAY/",
        "http://HERE;@AWAY/", "http://HERE,AWAY/", "http://HERE AWAY/", "http://HERE\t@AWAY/", " http://AWAY/",
        "\thttp://AWAY/", "http://AWAY.:/", "http://[::ffff:7f00:1]:PORT/", "http://127.1:PORT/",
        "http://2130706433:PORT/",
        "http://0x7f.0.0.1:PORT/", "http://0177.0.0.1:PORT/", "http://127.0.0.2:PORT/", "http://localhost:PORT/",
        "http://０.0.0.0:PORT/", "http://①②⑦.0.0.1:PORT/", "http://127。0。0。1:PORT/", "https://AWAY/", "https://HERE/",
        "http://AWAY/../..//", "http://user:word@AWAY/", "http://:@AWAY/", "http://@AWAY/", "http://AWAY:/",
        "ws://AWAY/",
        "http://HERE:@AWAY/", "http://HERE/\u{2028}http://AWAY/", "?@AWAY", "#@AWAY", "@AWAY", "./\\AWAY",
        "javascript:AWAY",
    ]

    @Test(arguments: TransportKind.ofSystem, [302, 307])
    func `credentials never leave the origin`(kind: TransportKind, status: Int) async throws {
        let leaks = LockedState<[String]>([])
        let away = try LoopbackServer { connection in
            leaks.withLock { $0.append(connection.head) }
            connection.response(200)
        }
        let place = LockedState("")
        let server = try LoopbackServer { connection in
            if let number = Int(connection.target.dropFirst("POST /step".count)) {
                let location = Self.locations[number].replacing("PORT", with: "\(away.port)")
                    .replacing("AWAY", with: "127.0.0.1:\(away.port)")
                    .replacing("HERE", with: place.withLock { $0 })
                connection.response(status, "Location: \(location)")
            } else {
                connection.response(200)
            }
        }
        place.withLock { $0 = "127.0.0.1:\(server.port)" }
        let transport = try kind.make()
        for number in Self.locations.indices {
            var request = HTTPRequest(method: .post, url: try server.url("/step\(number)"), body: Data("secret".utf8))
            try request.headers.set(.authorization, to: "Bearer secret")
            try request.headers.set(.cookie, to: "secret=1")
            do throws(TransportError) {
                _ = try await transport.send(request)  // may be a response of the origin, or the redirect itself
            } catch {
                #expect([.redirectRefused, .insecure, .cannotConnect].contains(error), "\(Self.locations[number])")
            }
        }
        #expect(leaks.withLock { $0 } == [])
    }
}
