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
}
