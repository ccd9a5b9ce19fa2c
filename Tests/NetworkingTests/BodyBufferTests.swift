import Foundation
import Testing
import TimeAndChance

@testable import Networking

/// The back-pressure of a buffer that is filled faster than it is read.
@Suite struct BodyBufferTests {
    @Test func `reading a full buffer resumes its transport once`() async throws {
        let buffer = BodyBuffer()
        let resumed = LockedState(0)
        let part = Data(repeating: 1, count: BodyBuffer.limit)
        func offer() -> BodyBuffer.Offer { part.withUnsafeBytes { buffer.offer($0) } }
        func next() async throws -> Data? { try await buffer.next { resumed.withLock { $0 += 1 } } }
        #expect(offer() == .taken)
        #expect(offer() == .full)
        #expect(try await next() == part)
        #expect(resumed.withLock { $0 } == 1)
        #expect(offer() == .taken)
        #expect(try await next() == part)
        #expect(resumed.withLock { $0 } == 1)
    }

    @Test func `bytes that are appended to a full buffer are kept`() async throws {
        let buffer = BodyBuffer()
        let part = Data(repeating: 1, count: BodyBuffer.limit)
        #expect(buffer.append(part) == .taken)
        #expect(buffer.append(part) == .full)
        let all = try await buffer.next {}
        #expect(all == part + part)
    }

    @Test func `a buffer takes no bytes after its end or after it is closed`() async throws {
        let (ended, closed) = (BodyBuffer(), BodyBuffer())
        ended.finish(nil)
        #expect(ended.append(Data([1])) == .closed)
        let end = try await ended.next {}
        #expect(end == nil)
        #expect(closed.append(Data([1])) == .taken)
        closed.close()
        #expect(closed.append(Data([2])) == .closed)
        await #expect(throws: TransportError.cancelled) { try await closed.next {} }
    }
}
