import BackendRuntime
import Foundation
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Reputation
import Testing
import Trust

/// The user's own standing, the standings of other people, and the permissions of a level.
@Suite @MainActor struct StandingModelTests {
    @Test func `the user's standing shows reasons, the next step and the sum of points`() async throws {
        let campus = SmallCampus()
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let standing = liam.user.standing
        #expect(standing.levelName.isEmpty && standing.nextStep == nil && standing.totalPoints == nil)
        await standing.load()
        await standing.points.load()
        #expect(standing.levelName == "Newcomer" && standing.nextStep?.isEmpty == false)
        #expect(standing.facts.isEmpty && standing.shownToOthers == ["New here"] && standing.totalPoints == 0)
        #expect(standing.explanation.count == 5)
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(meetup.id).join() == .done)
        campus.clock.advance(to: meetup.start + 60)
        #expect(await liam.opened(meetup.id).checkIn() == .done)
        campus.clock.advance(by: .seconds(3 * 3_600))
        await standing.load()
        await standing.points.load()
        #expect(standing.facts == ["Came as agreed: 1"])
        #expect(standing.reasons.contains { $0.contains("1 meetup") })
        #expect(standing.totalPoints == standing.points.items.value?.map(\.point.points).reduce(0, +))
        let hint = maya.user.attendanceHint(of: meetup.id)
        #expect(hint.message == nil)
    }

    @Test func `another person's standing has public lines of text, and a block removes them`() async throws {
        let campus = SmallCampus()
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let sheet = maya.user.sheet(of: try liam.user.ownID)
        #expect(sheet.standing.lines.isEmpty)
        await sheet.load()
        await sheet.standing.load()
        #expect(sheet.standing.lines == ["New here"])
        #expect(await sheet.block() == .done)
        #expect(sheet.standing.reputation.value == nil && sheet.standing.lines.isEmpty)
        await sheet.standing.load()
        #expect(sheet.standing.reputation.value == nil)
    }

    @Test func `the meetup form reports the limits of the user's level before a save`() async throws {
        let campus = SmallCampus { $0.unlocks = .standard }
        let maya = try await campus.phone("maya")
        let form = maya.user.meetupForm()
        form.draft.entry.capacity = 30
        #expect(form.message(for: "capacity") == nil)  // the level is not loaded yet, so only the server refuses
        await maya.user.standing.load()
        #expect(form.message(for: "capacity")?.contains("Participant") == true)
        form.draft.entry.capacity = nil
        #expect(form.message(for: "capacity")?.contains("level") == true)
        form.draft.entry.capacity = 8
        #expect(form.message(for: "capacity") == nil)
        form.draft.entry.repeats = "FREQ=WEEKLY;COUNT=3"
        #expect(form.message(for: "repeats")?.contains("series") == true)
        let hosted = try await maya.host(at: campus.clock) { $0.entry.capacity = 8 }
        let edit = maya.user.meetupForm(editing: hosted.id)
        await edit.load()
        #expect(edit.isValid)
        edit.draft.entry.capacity = 20
        #expect(edit.message(for: "capacity")?.contains("Participant") == true && !edit.isValid)
    }
}
