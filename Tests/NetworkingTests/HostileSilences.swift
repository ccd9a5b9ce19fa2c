#if os(Linux)
    import Foundation
    import Networking

    extension HostileCase {
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
