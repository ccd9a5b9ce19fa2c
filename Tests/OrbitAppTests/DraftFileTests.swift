import DiskSimulation
import DurableFiles
import NetworkingTesting
import OrbitApp
import OrbitModels
import Profiles
import Testing

@Suite @MainActor struct DraftFileTests {
    @Test func `a draft waits for the disk, even if the clock of the app runs faster than the disk`() async throws {
        let diskClock = VirtualClock()
        let directory = PrivateDirectory("private", under: "/home", on: SimulatedDisk(), time: diskClock)
        let campus = SmallCampus()
        let maya = try await campus.signIn("maya", directory: directory)
        let profile = maya.user.profile
        profile.draft.name = "Maya"
        profile.draft.location = Location(city: "Ithaca", state: "NY")
        profile.draft.birthMonth = BirthMonth(year: 2000, month: 2)
        profile.draft.bio = "Stargazing"

        let draft = DurableFile("profile-draft", in: directory)
        let move = try await draft.withLock { _ in
            let move = Task { await profile.next() }
            await diskClock.waitForSleepers(atLeast: 1)
            campus.clock.advance(by: .seconds(3600))
            return move
        }
        diskClock.advance(by: .seconds(1))
        await move.value
        #expect(profile.failure == nil)
    }
}
