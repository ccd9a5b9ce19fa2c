import Auth
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@testable import OrbitApp

/// The removal of files at the end of a session.
@Suite @MainActor struct SessionLifecycleTests {
    /// Models with a file that remains on disk for a number of removals.
    private final class StubbornModels: FeatureModels {
        var failuresLeft: Int
        private(set) var removals = 0

        init(failures: Int) { failuresLeft = failures }

        func removeFiles() async throws {
            removals += 1
            guard failuresLeft > 0 else { return }
            failuresLeft -= 1
            throw DurableFileError.unavailable(.busy)
        }
    }

    private func makeEnvironment(_ directory: PrivateDirectory? = nil) throws -> AppEnvironment {
        AppEnvironment(
            server: try ServerAddress("https://orbit.example/api"), transport: StubTransport([]),
            tokens: MemoryTokenStore(), directory: directory, zone: .gmt, time: VirtualClock.selfAdvancing(),
            random: .seeded(1))
    }

    @Test func `after a failed removal of files, the next removal retries only the models that failed`() async throws {
        let lifecycle = SessionLifecycle(try makeEnvironment())
        let (stubborn, other) = (StubbornModels(failures: 2), StubbornModels(failures: 0))
        lifecycle.add(stubborn)
        lifecycle.add(other)
        lifecycle.end()
        for _ in 1...2 {
            await #expect(throws: DurableFileError.unavailable(.busy)) { try await lifecycle.removeFiles() }
        }
        try await lifecycle.removeFiles()
        try await lifecycle.removeFiles()
        #expect(stubborn.removals == 3 && other.removals == 1)
    }

    @Test func `a failed removal for one model keeps no file of another model or feature on disk`() async throws {
        let scratch = try AppDirectory()
        let lifecycle = SessionLifecycle(try makeEnvironment(scratch.directory))
        let (asked, left) = (
            DurableFile("feature.notices.draft", in: scratch.directory),
            DurableFile("feature.removed.draft", in: scratch.directory)
        )
        lifecycle.add(StubbornModels(failures: 1))
        lifecycle.add(PerUserFile<String>(asked))
        for file in [asked, left, scratch.file] { try await file.write(Data("Unfinished".utf8)) }
        lifecycle.end()
        await #expect(throws: DurableFileError.unavailable(.busy)) { try await lifecycle.removeFiles() }
        #expect(await asked.read() == .absent)
        #expect(await left.read() == .absent)
        guard case .value = await scratch.file.read() else {
            Issue.record("a file that is of no feature was removed")
            return
        }
    }
}
