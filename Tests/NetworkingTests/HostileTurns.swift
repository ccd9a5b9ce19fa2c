#if os(Linux)
    import Foundation
    import Networking

    extension HostileCase {
        static let redirects: [HostileCase] =
            [
                "http://127.0.0.1:1/", "https://127.0.0.1/", "//127.0.0.2/", "http://localhost/", "file:///etc/passwd",
                "ftp://127.0.0.1/", "gopher://127.0.0.1/", "javascript:alert(1)", "data:,{}", "mailto:a@b.example",
                "http://user:word@127.0.0.1/", "//user@127.0.0.1/", "http:///etc/passwd", "dict://127.0.0.1:11211/stat",
            ].map { location in
                HostileCase(
                    "redirect to \(location)",
                    "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n",
                    .refused([.redirectRefused]))
            } + [
                HostileCase("a redirect to itself", .refused([.redirectRefused])) {
                    $0.response(302, "Location: /bad")
                },
                HostileCase(
                    "a redirect that breaks off", "HTTP/1.1 302 Found\r\nLocation: /bad", .refused([.connectionLost])),
                HostileCase(
                    "a redirect with a body without end", after: "HTTP/1.1 302 Found\r\nLocation: /good\r\n\r\n",
                    forEver: "{}", .refused([tooLarge])),
                HostileCase(
                    "two places",
                    "HTTP/1.1 302 Found\r\nLocation: /good\r\nLocation: //127.0.0.2/\r\nContent-Length: 0\r\n\r\n",
                    .either("{}")),
                HostileCase(
                    "a place of 60 kB",
                    "HTTP/1.1 302 Found\r\nLocation: /\(String(repeating: "a", count: 60_000))\r\nContent-Length: 0\r\n\r\n",
                    .either("{}")),
                HostileCase(
                    "a place with spaces and a line",
                    "HTTP/1.1 302 Found\r\nLocation: /a b\t\\c%0d%0aX:%201\r\nContent-Length: 0\r\n\r\n", .either("{}")),
            ]

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

        static let silences: [HostileCase] = [
            HostileCase("silence", hangingAfter: "", .refused([.timedOut])).inShortTime,
            HostileCase("silence in the status line", hangingAfter: "HTTP/1.1 2", .refused([.timedOut])).inShortTime,
            HostileCase("silence in the head", hangingAfter: ok + "X: y", .refused([.timedOut])).inShortTime,
            HostileCase("silence before the empty line", hangingAfter: ok, .refused([.timedOut])).inShortTime,
            HostileCase(
                "silence after an interim response", hangingAfter: "HTTP/1.1 100 Wait\r\n\r\n", .refused([.timedOut])
            ).inShortTime,
            HostileCase("silence in the body", hangingAfter: ok + "Content-Length: 9\r\n\r\n{", .refused([.timedOut]))
                .inShortTime,
            HostileCase("silence instead of an end", hangingAfter: ok + "\r\n{}", .refused([.timedOut])).inShortTime,
            HostileCase("silence in a chunk", hangingAfter: chunked + "9\r\n{", .refused([.timedOut])).inShortTime,
            HostileCase("silence in a chunk size", hangingAfter: chunked + "2", .refused([.timedOut])).inShortTime,
            HostileCase(
                "silence in the trailers", hangingAfter: chunked + "2\r\n{}\r\n0\r\nX: y\r\n", .refused([.timedOut])
            ).inShortTime,
            HostileCase(
                "silence in gzip", hangingAfter: ok + "Content-Encoding: gzip\r\n\r\n\u{1F}", .refused([.timedOut])
            ).inShortTime,
            HostileCase(
                "silence after a redirect", hangingAfter: "HTTP/1.1 302 Found\r\nLocation: /bad\r\n\r\n",
                .refused([.timedOut])
            ).inShortTime,
            dripping("a drip in the head", after: ok + "X: ", .refused([.timedOut])),
            dripping("a drip of the body", after: ok + "\r\n", .refused([.timedOut])),
            dripping("a drip in a chunk", after: chunked + "FFFFF\r\n", .refused([.timedOut])),
        ]

        /// Creates a case in which the server sends a byte about every ten milliseconds.
        private static func dripping(_ name: String, after text: String, _ end: End) -> HostileCase {
            HostileCase(name, end) { connection in
                connection.send(text)
                // libcurl measures its timeouts by the system's clock, and the server runs on a thread of its own.
                repeat { Thread.sleep(forTimeInterval: 0.01) } while connection.send("x")
            }.inShortTime
        }
    }
#endif
