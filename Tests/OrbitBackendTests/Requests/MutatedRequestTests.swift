import Foundation
import Testing

/// Valid requests of every operation by nine people of one campus, changed in path, query, header fields and body.
@Suite struct MutatedRequestTests {
    /// Each seed is a campus that gets 500 requests. `ORBIT_REQUESTS` sets the total number of requests, such as
    /// 600000.
    private static let seeds: Range<UInt64> = {
        let wanted = ProcessInfo.processInfo.environment["ORBIT_REQUESTS"].flatMap { UInt64($0) } ?? 3_000
        return 0..<max(1, wanted / UInt64(perCampus))
    }()
    private static let perCampus = 500

    @Test(arguments: seeds)
    func `every mutated request gets a response that the contract allows`(_ seed: UInt64) async throws {
        let world = try await AuthorizationWorld.shared.value
        var requests = try await MutatedRequests(
            seed: seed, from: world, to: world.copy(), samples: RequestSample.all.value)
        let statuses = try await requests.send(Self.perCampus)
        // More than one eighth of the requests succeed, and the other requests fail at different checks.
        #expect(statuses.filter { (200..<300).contains($0.key) }.values.reduce(0, +) > Self.perCampus / 8)
        #expect([400, 403, 404, 422].allSatisfy { statuses[$0, default: 0] > 0 })
    }
}
