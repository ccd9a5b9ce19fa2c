#if canImport(Glibc)
    import CurlBinding
    import Foundation
    import Glibc
    import Testing

    /// The rule that refuses a kept-alive connection after its server has sent unrequested bytes.
    @Suite struct KeptSocketTests {
        /// Two connections from one local port to two servers.
        private final class Pair {
            private(set) var sockets = curl_binding_sockets()
            let servers: [Int32]
            let clients: [Int32]
            let localPort: Int32
            let remotePorts: [Int32]

            init() throws {
                let listeners = try ["127.0.0.1", "127.0.0.2"].map { try Self.listener(at: $0) }
                defer { for listener in listeners { close(listener) } }
                remotePorts = try listeners.map { try Self.port(of: $0) }
                let first = try Self.socket(at: "127.0.0.1", port: 0)
                localPort = try Self.port(of: first)
                clients = [first, try Self.socket(at: "127.0.0.1", port: UInt16(localPort))]
                for (client, (address, port)) in zip(clients, zip(["127.0.0.1", "127.0.0.2"], remotePorts)) {
                    try Self.with(Self.address(address, UInt16(port))) { try #require(connect(client, $0, $1) == 0) }
                }
                servers = try listeners.map { listener in
                    let server = accept(listener, nil, nil)
                    try #require(server >= 0)
                    return server
                }
                for client in clients { _ = curl_binding_note_socket(&sockets, client, 0) }
            }

            deinit {
                for descriptor in servers + clients { close(descriptor) }
                curl_binding_free_sockets(&sockets)
            }

            /// Whether the connection is refused for the next request.
            func isRefused(_ number: Int) -> Bool {
                let (local, remote) = ("127.0.0.1", number == 0 ? "127.0.0.1" : "127.0.0.2")
                let answer = remote.withCString { remote in
                    local.withCString { local in
                        curl_binding_refuse_unclean(
                            &sockets, UnsafeMutablePointer(mutating: remote), UnsafeMutablePointer(mutating: local),
                            remotePorts[number], localPort)
                    }
                }
                return answer != 0
            }

            private static func address(_ text: String, _ port: UInt16) -> sockaddr_in {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                inet_pton(AF_INET, text, &address.sin_addr)
                return address
            }

            private static func with<Result>(
                _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
            ) rethrows -> Result {
                try withUnsafePointer(to: address) {
                    try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
            }

            private static func socket(at text: String, port: UInt16) throws -> Int32 {
                let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                var yes: Int32 = 1
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
                try with(address(text, port)) { try #require(bind(descriptor, $0, $1) == 0) }
                return descriptor
            }

            private static func listener(at text: String) throws -> Int32 {
                let descriptor = try socket(at: text, port: 0)
                try #require(listen(descriptor, 4) == 0)
                return descriptor
            }

            private static func port(of descriptor: Int32) throws -> Int32 {
                var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
                let status = withUnsafeMutablePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
                }
                try #require(status == 0)
                return Int32(UInt16(bigEndian: address.sin_port))
            }
        }

        @Test(arguments: [0, 1])
        func `a connection with an unrequested byte is refused, and another on its local port is not`(_ unclean: Int)
            throws
        {
            let pair = try Pair()
            for number in [0, 1] { #expect(!pair.isRefused(number), "the first request over \(number)") }
            for number in [0, 1] { #expect(!pair.isRefused(number), "the second request over \(number)") }
            #expect(send(pair.servers[unclean], "x", 1, 0) == 1)
            // Loopback delivers the byte before `send` returns.
            #expect(pair.isRefused(unclean))
            #expect(!pair.isRefused(1 - unclean))
        }

        @Test func `a connection that its server has closed is refused`() throws {
            let pair = try Pair()
            for number in [0, 1] { #expect(!pair.isRefused(number)) }
            shutdown(pair.servers[1], Int32(SHUT_WR))
            #expect(pair.isRefused(1))
            #expect(!pair.isRefused(0))
        }
    }
#endif
