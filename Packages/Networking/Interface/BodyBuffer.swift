import Foundation
import TimeAndChance

/// A buffer for the unread bytes of a body. A transport fills it, and one reader empties it.
final class BodyBuffer: Sendable {
    /// The maximum number of bytes kept for a slow reader.
    static let limit = 256 * 1024

    fileprivate typealias Reader = CheckedContinuation<Result<Data?, TransportError>, Never>

    fileprivate struct State {
        var reader: Reader?
        var waiting = Data()
        var isHeldUp = false
        /// The end of the body; `nil` while more bytes may follow.
        var ending: Result<Data?, TransportError>?

        mutating func takeReader() -> Reader? {
            defer { reader = nil }
            return reader
        }
    }

    private let state = LockedState(State())

    /// Returns all buffered bytes, or waits for the next bytes. Returns `nil` at the end of the body.
    ///
    /// - Parameter goOn: Called if the transport was paused and the buffer has room again.
    func next(goOn: @Sendable () -> Void) async throws(TransportError) -> Data? {
        try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (outcome, hasRoom) = state.withLock { $0.read(continuation, isCancelled: Task.isCancelled) }
                if hasRoom { goOn() }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let reader = state.withLock { $0.takeReader() }
            reader?.resume(returning: .failure(.cancelled))
        }.get()
    }

    enum Offer {
        case taken
        /// The buffer is full. Offered bytes were not taken and must be offered again when it has room; appended bytes
        /// were taken.
        case full
        /// The reader has closed the buffer.
        case closed
    }

    /// Takes the bytes if the buffer has room for them.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Offer {
        put(count: bytes.count, takesAll: false) { $0.append(contentsOf: bytes) }
    }

    /// Takes the bytes even if the buffer is full.
    func append(_ bytes: Data) -> Offer {
        put(count: bytes.count, takesAll: true) { $0.append(bytes) }
    }

    private func put(count: Int, takesAll: Bool, _ append: (inout Data) -> Void) -> Offer {
        let (offer, reader, data): (Offer, Reader?, Data) = state.withLock { state in
            guard state.ending == nil else { return (.closed, nil, Data()) }
            let isFull = !state.waiting.isEmpty && state.waiting.count + count > Self.limit
            if isFull { state.isHeldUp = true }
            guard !isFull || takesAll else { return (.full, nil, Data()) }
            append(&state.waiting)
            guard let reader = state.takeReader() else { return (isFull ? .full : .taken, nil, Data()) }
            defer { state.waiting = Data() }
            return (.taken, reader, state.waiting)
        }
        reader?.resume(returning: .success(data))
        return offer
    }

    /// The number of buffered bytes.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Ends the body. The reader still receives the buffered bytes, and then the end or the error.
    func finish(_ error: TransportError?) {
        let ending: Result<Data?, TransportError> = error.map(Result.failure) ?? .success(nil)
        let reader = state.withLock { state in
            state.ending = state.ending ?? ending
            return state.takeReader()
        }
        reader?.resume(returning: ending)
    }

    /// Closes the buffer and drops its bytes.
    func close() {
        let reader = state.withLock { state in
            state.waiting = Data()
            state.ending = .failure(.cancelled)
            return state.takeReader()
        }
        reader?.resume(returning: .failure(.cancelled))
    }
}

extension BodyBuffer.State {
    /// Takes the buffered bytes or the end, or stores the reader until bytes arrive.
    ///
    /// - Returns: The result for the reader, or `nil` if it has to wait; and whether the transport can continue.
    fileprivate mutating func read(
        _ reader: BodyBuffer.Reader, isCancelled: Bool
    ) -> (Result<Data?, TransportError>?, hasRoom: Bool) {
        if isCancelled { return (.failure(.cancelled), false) }
        guard waiting.isEmpty else {
            defer { (waiting, isHeldUp) = (Data(), false) }
            return (.success(waiting), isHeldUp)
        }
        if let ending { return (ending, false) }
        self.reader = reader
        return (nil, false)
    }
}
