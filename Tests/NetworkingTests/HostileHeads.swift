#if os(Linux)
    import Foundation
    import Networking

    extension HostileCase {
        static let heads: [HostileCase] = [
            HostileCase("one trailer", chunked + "2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n", .response(200, "{}")),
            HostileCase(
                "a length in the trailers", chunked + "2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n", .either("{}")),
            HostileCase("a hundred thousand trailers", .refused([headTooLarge])) {
                $0.send(chunked + "2\r\n{}\r\n0\r\n" + fields(100_000) + "\r\n")
            },
            HostileCase("trailers for ever", after: chunked + "0\r\n", forEver: "X: y\r\n", .refused([headTooLarge])),
            HostileCase(
                "interim responses",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\n\r\n" + ok
                    + "Content-Length: 2\r\n\r\n{}", .response(200, "{}")),
            HostileCase(
                "ten thousand interim responses",
                String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000) + ok + "\r\n",
                .refused([headTooLarge])),
            HostileCase(
                "interim responses for ever", after: "", forEver: "HTTP/1.1 102 Wait\r\n\r\n", .refused([headTooLarge])),
            HostileCase("an interim response and no other", "HTTP/1.1 103 Early\r\n\r\n", .refused([.connectionLost])),
            HostileCase("another protocol that was not asked for", "HTTP/1.1 101 Switch\r\n\r\n", .either("")),
            HostileCase("a hundred thousand fields", .refused([headTooLarge])) {
                $0.send(ok + fields(100_000) + "\r\n{}")
            },
            HostileCase("fields for ever", after: ok, forEver: "X: y\r\n", .refused([headTooLarge])),
            HostileCase(
                "a field of 100 kB", ok + "X: \(String(repeating: "x", count: 100_000))\r\n\r\n{}",
                .refused([headTooLarge, .malformedResponse])),
            HostileCase(
                "a field without end", after: ok + "X: ", forEver: "x", .refused([headTooLarge, .malformedResponse])),
            HostileCase("a name without end", after: ok, forEver: "x", .refused([headTooLarge, .malformedResponse])),
            HostileCase(
                "a status line without end", after: "HTTP/1.1 200 ", forEver: "x",
                .refused([headTooLarge, .malformedResponse])),
            HostileCase(
                "line breaks for ever", after: "", forEver: "\r\n",
                .refused([headTooLarge, .malformedResponse, .connectionLost])),
            HostileCase("a folded field", ok + "X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
            HostileCase("a first field that is folded", ok + " X: a\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
            HostileCase("NUL in a field", ok + "X: a\0b\r\n\r\n{}", .refused([.malformedResponse])),
            HostileCase("CR in a field", ok + "X: a\rb\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
            HostileCase(
                "CR instead of line breaks", "HTTP/1.1 200 OK\rContent-Length: 2\r\r{}",
                .refused([.connectionLost, .malformedResponse])),
            HostileCase("LF instead of line breaks", "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}", .response(200, "{}")),
            HostileCase("an empty name", ok + ": a\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
            HostileCase("a space in a name", ok + "X Y: a\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
            HostileCase("a space after a name", ok + "Content-Length : 2\r\n\r\n{}", .either("{}")),
            HostileCase("bytes beyond ASCII", ok + "X-é: \u{FF}\u{202E}\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
            HostileCase("no colon", ok + "no colon\r\n\r\n{}", .refused([.malformedResponse])),
            HostileCase("a second status line", ok + "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
        ]

        static let statusLines: [HostileCase] =
            [
                "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 2", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 -20 OK",
                "HTTP/1.1 2 0 OK", "HTTP/1.1 0x2 OK", "HTTP/1.1200 OK", "HTTP/1.1 two OK",
                "HTTP/9.9 200 OK", "HTTP/0.9 200 OK", "HTTP", "H", "RTSP/1.0 200 OK", "ICY 20 OK",
                "220 mail.example ESMTP", "SSH-2.0-OpenSSH_9", "<html>hello</html>", "{\"success\":true}", "\0\0\0\0",
                "\u{16}\u{3}\u{1}\u{2}\0", " HTTP/1.1 200 OK", "GET / HTTP/1.1",
            ].map { line in
                HostileCase(
                    "status line \(line.debugDescription)", line + "\r\nContent-Length: 2\r\n\r\n{}",
                    .refused([.malformedResponse]))
            } + [
                HostileCase("a lying version", "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
                HostileCase("small letters", "http/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
                HostileCase("HTTP/0.9", "{}", .refused([.malformedResponse])),
                HostileCase(
                    "a status below 100", "HTTP/1.1 099 No\r\nContent-Length: 2\r\n\r\n{}",
                    .refused([.malformedResponse])),
                HostileCase(
                    "status 0", "HTTP/1.1 000 No\r\nContent-Length: 2\r\n\r\n{}", .refused([.malformedResponse])),
                HostileCase(
                    "a status that nobody knows", "HTTP/1.1 999 No\r\nContent-Length: 2\r\n\r\n{}", .response(999, "{}")
                ),
                HostileCase("no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}", .response(200, "{}")),
                HostileCase("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\n{}", .response(200, "{}")),
            ]
    }
#endif
