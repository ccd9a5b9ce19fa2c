import Foundation
import Networking
import TimeAndChance

/// A stream that a test can cut. The device then finds the end of the stream, whether or not it is reading.
final class CuttableStream: Sendable {
    private let stream: HTTPStream
    private let isCut = LockedState(false)

    init(_ stream: HTTPStream) {
        self.stream = stream
    }

    func cut() {
        isCut.withLock { $0 = true }
        stream.close()
    }

    func next() async throws(TransportError) -> Data? {
        do throws(TransportError) {
            let bytes = try await stream.next()
            return isCut.withLock(\.self) ? nil : bytes
        } catch {
            if isCut.withLock(\.self) { return nil }
            throw error
        }
    }
}
