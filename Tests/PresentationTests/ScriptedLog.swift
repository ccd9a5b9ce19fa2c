import Foundation
import Networking
import OrbitModels

/// A log whose streams a test has written down: each opening is the next of the script.
@MainActor final class ScriptedLog: EventTransport {
    enum Opening {
        /// These messages, and then the end.
        case messages([EventMessage], then: Ending = .silence)
        case failure(any Error)
    }

    enum Ending {
        case end
        case failure(any Error)
        /// Nothing more comes until ``ScriptedLog/send(_:)`` or the reader gives up.
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

    /// A message on the stream that was opened last.
    func send(_ message: EventMessage) { input?.yield(message) }

    func fail(_ error: any Error) { input?.finish(throwing: error) }
}
