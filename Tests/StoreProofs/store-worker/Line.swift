import BackendRuntime
import Foundation
import OrbitBackend
import Synchronization
import Validation

/// What goes through the pipes, an object in each line.
enum Line {
    /// A request to the backend, or `work` to be done.
    struct Asked: Decodable, Sendable {
        enum Work: String, Decodable {
            /// Plants so many people.
            case plant
            /// Does what is due now.
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

    /// A response, a chunk of one that goes on, or a mail.
    struct Said: Encodable, Sendable {
        var id: Int?
        var status: Int?
        var body: String?
        var chunk: String?
        /// What went wrong with work.
        var failure: String?
        var mail: String?
        var to: String?
    }

    /// All that is asked, until the pipe is closed.
    static func input() -> AsyncStream<Asked> {
        let (lines, continuation) = AsyncStream.makeStream(of: Asked.self)
        let reader = Thread {
            while let line = readLine() {
                do {
                    continuation.yield(try JSONDecoder().decode(Asked.self, from: Data(line.utf8)))
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

extension Line.Said {
    init(mail: OutgoingMail) {
        switch mail.content {
        case .verificationCode: self.mail = "code"
        default: self.mail = mail.id
        }
        to = mail.recipient.text
    }
}

/// Writes whole lines: what is read of one was written by then.
final class LineOutput: Sendable {
    private let lock = Mutex(())

    func write(_ line: Line.Said) {
        guard let json = try? JSONEncoder().encode(line) else { exit(70) }  // strings and numbers can be encoded
        lock.withLock { _ in FileHandle.standardOutput.write(json + Data("\n".utf8)) }
    }
}
