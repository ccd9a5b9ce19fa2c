import Foundation
import TimeAndChance

/// What has come of a body and is not read yet: filled by a transport, emptied by one reader.
final class BodyBuffer: Sendable {
    /// How much is kept for a slow reader.
    static let limit = 256 * 1024

    fileprivate typealias Reader = CheckedContinuation<Result<Data?, TransportError>, Never>

    fileprivate struct State {
        var reader: Reader?
        var waiting = Data()
        var isHeldUp = false
        /// Set when nothing more comes.
        var ending: Result<Data?, TransportError>?

        mutating func takeReader() -> Reader? {
            defer { reader = nil }
            return reader
        }
    }

    private let state = LockedState(State())

    /// The next bytes: all that wait.
    ///
    /// - Parameter goOn: called when the transport was held up and there is room again.
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
        /// To be offered again when there is room.
        case full
        /// Nothing is read any more.
        case closed
    }

    /// Takes the bytes if there is room for them.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Offer {
        put(count: bytes.count, takesAll: false) { $0.append(contentsOf: bytes) }
    }

    /// Takes the bytes in any case.
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

    /// How much waits.
    var count: Int { state.withLock { $0.waiting.count } }

    /// No bytes follow: what waits is still read, and then the end or the error.
    func finish(_ error: TransportError?) {
        let ending: Result<Data?, TransportError> = error.map(Result.failure) ?? .success(nil)
        let reader = state.withLock { state in
            state.ending = state.ending ?? ending
            return state.takeReader()
        }
        reader?.resume(returning: ending)
    }

    /// Nothing is read any more, not even what waits.
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
    /// - Returns: what there is already, otherwise the reader waits; and whether the transport can go on.
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
