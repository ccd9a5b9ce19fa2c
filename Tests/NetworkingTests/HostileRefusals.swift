#if os(Linux)
    import Networking

    extension HostileCase {
        static let refusals: [HostileCase] =
            ["Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "NTLM", "Negotiate", "Bearer", "Digest", ",,,"].map
        { challenge in
            HostileCase("401 with \(challenge)", .response(401, "{}")) {
                $0.response(401, "WWW-Authenticate: \(challenge)")
            }
        } + [
            HostileCase("401 with a thousand challenges", .response(401, "{}")) {
                $0.send(
                    "HTTP/1.1 401 No\r\n" + String(repeating: "WWW-Authenticate: Basic\r\n", count: 1000)
                        + "Content-Length: 2\r\n\r\n{}")
            },
            HostileCase("half a 401", "HTTP/1.1 401 No\r\nWWW-Authenticate: Bas", .refused([.connectionLost])),
            HostileCase(
                "a 401 with half a body", "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\nContent-Length: 9\r\n\r\n{}",
                .refused([.connectionLost])),
            HostileCase("a 407 without a proxy", .response(407, "{}")) {
                $0.response(407, "Proxy-Authenticate: Basic")
            },
            HostileCase("a cookie bomb", .response(200, "{}")) { connection in
                connection.send(
                    ok + (0..<1000).map { "Set-Cookie: a\($0)=\(String(repeating: "b", count: 30))\r\n" }.joined()
                        + "Content-Length: 2\r\n\r\n{}")
            },
            HostileCase("a 400 and a reset", .either("{}")) { connection in
                connection.response(400)
                connection.reset()
            },
            HostileCase("nothing", "", .refused([.connectionLost])),
            HostileCase("a reset", .refused([.connectionLost])) { $0.reset() },
        ]
    }
#endif
