import Foundation
import Networking
import OrbitModels
import Safety
import TimeAndChance

/// The requests of other people, timed while something else is measured.
extension CampusLoad {
    /// The duration of each request, in milliseconds.
    struct OthersTimes: Sendable {
        var reads: [Double] = []
        var writes: [Double] = []
    }

    /// The pause of the client that reads. It acts like a person at a screen, not like a flood.
    private static let readingPause = Duration.milliseconds(2)
    /// The pause of the client that writes. During less than 60 seconds, no person mutes more than 120 times.
    private static let writingPause = Duration.milliseconds(8)

    /// Times the requests of a client that reads, and of another that writes, until `work` returns.
    ///
    /// Reads are pages of suggestions and people's own profiles. Writes are mutes, each of another person: small
    /// transactions that change no read.
    ///
    /// - Parameter isWriting: Whether the second client sends requests.
    func othersWhile(
        writing isWriting: Bool = false, _ work: () async throws -> Void
    ) async throws -> OthersTimes {
        let hasEnded = LockedState(false)
        let reads = Task { () async throws -> [Double] in
            var spent: [Double] = []
            while !hasEnded.withLock({ $0 }) {
                spent.append(try await timeRead(spent.count + 1))
                try await clock.sleep(for: Self.readingPause)
            }
            return spent
        }
        let writes = Task { () async throws -> [Double] in
            var spent: [Double] = []
            while isWriting, !hasEnded.withLock({ $0 }) {
                spent.append(try await timeWrite(spent.count))
                try await clock.sleep(for: Self.writingPause)
            }
            return spent
        }
        try await work()
        hasEnded.withLock { $0 = true }
        return OthersTimes(reads: try await reads.value, writes: try await writes.value)
    }

    private func timeRead(_ number: Int) async throws -> Double {
        let request = number % 2 == 0 ? try page() : try .toCampus(.get, "/users/me")
        return try await timed(request, by: viewers[sender(of: number)])
    }

    private func timeWrite(_ number: Int) async throws -> Double {
        let place = sender(of: number)
        let muted = campus.residents[(place + 1) % viewers.count].id
        let body = try OrbitJSON.encoder.encode(MuteRequest())
        let request = try HTTPRequest.toCampus(.post, "/mutes/\(muted)", key: UUID().uuidString, body: body)
        return try await timed(request, by: viewers[place])
    }

    /// Returns the place of a viewer. All viewers take turns except the first.
    private func sender(of number: Int) -> Int { 1 + number % (viewers.count - 1) }
}
