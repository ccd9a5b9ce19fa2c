import BackendRuntime
import Foundation
import OrbitBackend
import Synchronization
import Validation

/// The messages in the pipes: one JSON object per line.
enum Line {
    /// A request to the backend, or a command in `work`.
    struct Request: Decodable, Sendable {
        enum Work: String, Decodable {
            /// Plants the given number of people.
            case plant
            /// Runs the work that is due now.
            case due
        }

        let id: Int
        var work: Work?
        var count: Int?
        var method: String?
        var path: String?
        var headers: [String: String]?
        var body: String?
    }

    /// A response, a chunk of a stream, or a mail.
    struct Response: Encodable, Sendable {
        var id: Int?
        var status: Int?
        var body: String?
        var chunk: String?
        /// The error of a command.
        var failure: String?
        var mail: String?
        var to: String?
    }

    /// Returns the input until the pipe is closed.
    static func input() -> AsyncStream<Request> {
        let (lines, continuation) = AsyncStream.makeStream(of: Request.self)
        let reader = Thread {
            while let line = readLine() {
                do {
                    continuation.yield(try JSONDecoder().decode(Request.self, from: Data(line.utf8)))
                } catch {
                    exit(65)
                }
            }
            continuation.finish()
        }
        reader.start()
        return lines
    }
}

extension Line.Response {
    init(mail: OutgoingMail) {
        switch mail.content {
        case .verificationCode: self.mail = "code"
        default: self.mail = mail.id
        }
        to = mail.recipient.text
    }
}

/// Writes whole lines. A reader that gets a whole line knows that its write was complete.
final class LineOutput: Sendable {
    private let lock = Mutex(())

    func write(_ line: Line.Response) {
        guard let json = try? JSONEncoder().encode(line) else { exit(70) }  // strings and numbers can be encoded
        lock.withLock { _ in FileHandle.standardOutput.write(json + Data("\n".utf8)) }
    }
}
