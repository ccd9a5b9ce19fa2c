#if os(Linux)
    import Foundation
    import Networking
    import Testing

    /// A malformed, hostile or incomplete response to `GET /bad`.
    struct HostileCase: CustomTestStringConvertible, Sendable {
        enum End: Sendable {
            /// The request fails with any of these errors.
            case refused([TransportError])
            /// The request returns a response with this status and body.
            case response(Int, String)
            /// The request fails, or returns this body. The result depends on the version of libcurl.
            case either(String)
        }

        typealias Script = @Sendable (LoopbackServer.Connection) -> Void

        static let tooLarge = TransportError.responseTooLarge(limit: 1 << 20)
        static let headTooLarge = TransportError.responseTooLarge(limit: 65_536)

        let testDescription: String
        let end: End
        var totalTimeout = Duration.seconds(600)
        let serve: Script

        init(_ name: String, _ end: End, serve: @escaping Script) {
            testDescription = name
            self.end = end
            self.serve = serve
        }

        /// Creates a case in which the server sends the text and closes the connection.
        init(_ name: String, _ text: String, _ end: End) {
            self.init(name, end) { $0.send(text) }
        }

        /// Creates a case in which the server sends the text and waits until the client closes the connection.
        init(_ name: String, hangingAfter text: String, _ end: End) {
            self.init(name, end) { connection in
                connection.send(text)
                connection.waitForClose()
            }
        }

        /// Creates a case in which the server sends the text, and then repeats the piece until the client closes the
        /// connection.
        init(_ name: String, after text: String, forEver piece: String, _ end: End) {
            self.init(name, end) { connection in
                connection.send(text)
                let pieces = Data(String(repeating: piece, count: 1 + 4096 / piece.utf8.count).utf8)
                while connection.send(pieces) {}
            }
        }

        /// The same case with a total timeout short enough to be reached.
        var inShortTime: HostileCase {
            var hasty = self
            hasty.totalTimeout = .milliseconds(300)
            return hasty
        }

        static let all = heads + statusLines + lengths + chunks + encodings + redirects + refusals + silences

        static let ok = "HTTP/1.1 200 OK\r\n"
        static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

        static func fields(_ count: Int) -> String { (0..<count).map { "X-\($0): y\r\n" }.joined() }
    }
#endif
