import Foundation
import Networking
import OrbitModels

/// A log whose streams are scripted by the test. Each opening takes the next entry of the script.
@MainActor final class ScriptedLog: EventTransport {
    enum Opening {
        /// Sends these messages, and then ends as `then` says.
        case messages([EventMessage], then: Ending = .silence)
        case failure(any Error)
    }

    enum Ending {
        case end
        case failure(any Error)
        /// The stream stays open until ``ScriptedLog/send(_:)`` sends more or the reader cancels.
        case silence
    }

    private(set) var opened: [LogPosition?] = []
    private var script: ArraySlice<Opening>
    private var input: AsyncThrowingStream<EventMessage, any Error>.Continuation?

    init(_ script: [Opening] = []) {
        self.script = script[...]
    }

    @MainActor func open(after position: LogPosition?) async throws -> EventStream {
        opened.append(position)
        let (stream, input) = AsyncThrowingStream.makeStream(of: EventMessage.self)
        switch script.popFirst() ?? .messages([]) {
        case .failure(let error): throw error
        case .messages(let messages, let ending):
            for message in messages { input.yield(message) }
            switch ending {
            case .end: input.finish()
            case .failure(let error): input.finish(throwing: error)
            case .silence: self.input = input
            }
        }
        return EventStream {
            for try await message in stream { return message }
            try Task.checkCancellation()
            return nil
        } close: {
            input.finish()
        }
    }

    /// Sends a message on the stream that was opened last.
    func send(_ message: EventMessage) { input?.yield(message) }

    func fail(_ error: any Error) { input?.finish(throwing: error) }
}
