#if os(Linux)
    import Foundation
    import Networking

    extension HostileCase {
        static let lengths: [HostileCase] =
            ["9223372036854775807", "9223372036854775808", "99999999999999999999999", "1048577"].map { length in
                HostileCase(
                    "length \(length)", hangingAfter: ok + "Content-Length: \(length)\r\n\r\n", .refused([tooLarge]))
            }
            + ["-1", "-9223372036854775809", "+2", "0x2", "2x", "2 2", "2.0", "2;", "two", "", "2,3", "\u{661}"].map {
                HostileCase(
                    "length \($0.debugDescription)", ok + "Content-Length: \($0)\r\n\r\n{}",
                    .refused([.malformedResponse]))
            } + [
                HostileCase(
                    "two lengths that differ", ok + "Content-Length: 2\r\nContent-Length: 1\r\n\r\n{}",
                    .refused([.malformedResponse])),
                HostileCase(
                    "two lengths that differ, the larger last", ok + "content-length: 1\r\nCONTENT-LENGTH: 2\r\n\r\n{}",
                    .refused([.malformedResponse])),
                HostileCase(
                    "the same length twice", ok + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", .either("{}")),
                HostileCase("the same length in one field", ok + "Content-Length: 2, 2\r\n\r\n{}", .either("{}")),
                HostileCase(
                    "a length and chunks",
                    ok + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                    .either("{}")),
                HostileCase(
                    "chunks and a length",
                    ok + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                    .either("{}")),
                HostileCase("more than the length", ok + "Content-Length: 2\r\n\r\n{}{}", .response(200, "{}")),
                HostileCase("less than the length", ok + "Content-Length: 3\r\n\r\n{}", .refused([.connectionLost])),
                HostileCase("a body of a 204", "HTTP/1.1 204 None\r\nContent-Length: 2\r\n\r\n{}", .response(204, "")),
                HostileCase("a body of a 304", "HTTP/1.1 304 Same\r\nContent-Length: 2\r\n\r\n{}", .response(304, "")),
                HostileCase(
                    "chunks of a 204", "HTTP/1.1 204 None\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .either("")),
                HostileCase("a body without end", after: ok + "\r\n", forEver: "{}", .refused([tooLarge])),
            ]

        static let chunks: [HostileCase] =
            [
                "FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "80000000", "10000000000000000", "00000000000000000000002",
                "-2",
                "+2", "0x2", "", "G", "\0", "é", "\"2\"",
            ].map { size in
                HostileCase(
                    "chunk of \(size.debugDescription)", chunked + "\(size)\r\n{}\r\n0\r\n\r\n",
                    .refused([.malformedResponse, .connectionLost]))
            } + [
                HostileCase(
                    "a chunk with an extension", chunked + "2;a=\"b\"\r\n{}\r\n0;c\r\n\r\n", .response(200, "{}")),
                HostileCase(
                    "a chunk with an extension without end", after: chunked + "2;", forEver: "x",
                    .refused([.malformedResponse, .connectionLost, .timedOut])
                ).inShortTime,
                HostileCase(
                    "digits of a chunk without end", after: chunked, forEver: "0",
                    .refused([.malformedResponse, .connectionLost])),
                HostileCase(
                    "a chunk that is longer than it says", chunked + "1\r\n{}\r\n0\r\n\r\n",
                    .refused([.malformedResponse, .connectionLost])),
                HostileCase("a chunk that ends in LF", chunked + "2\n{}\n0\n\n", .either("{}")),
                HostileCase("a chunk size with something behind it", chunked + "2G\r\n{}\r\n0\r\n\r\n", .either("{}")),
                HostileCase("no last chunk", chunked + "2\r\n{}\r\n", .refused([.connectionLost])),
                HostileCase("a last chunk without its end", chunked + "2\r\n{}\r\n0\r\n", .refused([.connectionLost])),
                HostileCase("chunks of one byte", after: chunked, forEver: "1\r\nx\r\n", .refused([tooLarge])),
                HostileCase(
                    "chunks behind chunks", ok + "Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                    .either("{}")),
                HostileCase(
                    "a transfer coding nobody knows", ok + "Transfer-Encoding: odd\r\n\r\n{}",
                    .refused([.malformedResponse])),
                HostileCase(
                    "something behind the last chunk", chunked + "2\r\n{}\r\n0\r\n\r\nHTTP/1.1 500 No\r\n\r\n",
                    .response(200, "{}")),
            ]

        static let encodings: [HostileCase] = [
            encoded("gzip", gzipOfZeros(runsOf258: 260_000, isWhole: false), "a bomb", .refused([tooLarge])),
            encoded(
                "gzip", gzipOfZeros(runsOf258: 4_000, isWhole: true), "a body within the limit",
                .response(200, String(repeating: "\0", count: 1_032_001))),
            encoded(
                "gzip", gzipOfZeros(runsOf258: 4_100, isWhole: false), "a body just beyond the limit",
                .refused([tooLarge])),
            encoded("gzip", gzipOfZeros(runsOf258: 100, isWhole: false), "half a body", .refused([.malformedResponse])),
            encoded("gzip", gzipOfZeros(runsOf258: 100).dropLast(8), "no checksum", .refused([.malformedResponse])),
            encoded("gzip", gzipOfZeros(runsOf258: 100).dropLast(1), "a byte less", .refused([.malformedResponse])),
            encoded("gzip", gzipOfZeros(runsOf258: 100).prefix(5), "half a head", .refused([.malformedResponse])),
            encoded(
                "gzip", gzipOfZeros(runsOf258: 100).dropLast(8) + Data(count: 8), "a wrong checksum",
                .refused([.malformedResponse])),
            encoded(
                "gzip", gzipOfZeros(runsOf258: 0) + gzipOfZeros(runsOf258: 0), "two members", .response(200, "\0\0")),
            encoded(
                "gzip", gzipOfZeros(runsOf258: 0) + Data("{}".utf8), "garbage behind it", .refused([.malformedResponse])
            ),
            encoded("gzip", Data("not gzip!".utf8), "something else", .refused([.malformedResponse])),
            encoded("gzip", Data(), "nothing", .either("")),
            encoded("gzip, gzip", gzipOfZeros(runsOf258: 1), "one of two", .refused([.malformedResponse])),
            encoded(
                "gzip,gzip,gzip,gzip,gzip,gzip,gzip", gzipOfZeros(runsOf258: 1), "one of seven",
                .refused([.malformedResponse])),
            encoded("br", Data("{}".utf8), "what was not asked for", .refused([.malformedResponse])),
            encoded("deflate", Data("{}".utf8), "what was not asked for", .refused([.malformedResponse])),
            encoded("odd", Data("{}".utf8), "what nobody knows", .refused([.malformedResponse])),
            encoded("identity", Data("{}".utf8), "nothing special", .response(200, "{}")),
            encoded("X-GZIP", gzipOfZeros(runsOf258: 0), "its old name", .response(200, "\0")),
        ]

        private static func encoded(_ coding: String, _ body: Data, _ what: String, _ end: End) -> HostileCase {
            HostileCase("\(what), in \(coding)", end) { $0.response(200, "Content-Encoding: \(coding)", body: body) }
        }
    }
#endif
