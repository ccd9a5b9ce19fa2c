import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

@Suite @MainActor struct ProfileViewModelTests {
    let clock = VirtualClock()

    @Test func `five steps are filled in and saved in one request`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/users/me", response: try mine(nil)),
            .expect(.put, "/api/users/me", response: try mine(completeProfile, isComplete: true, version: 2)),
        ])
        let model = try model(stub)
        await model.load()
        #expect(model.step == .basicInfo)
        #expect(!model.isCurrentStepValid)
        #expect(model.progress[.basicInfo].missing == ["name", "birth_month", "location.city"])

        model.draft.name = "Maya"
        model.draft.birthMonth = BirthMonth("2005-04")
        model.draft.location = Location(city: "Palo Alto")
        await model.next()
        #expect(model.step == .personality)
        await model.next()
        for interest in Interest.predefined.prefix(3) { model.toggle(interest) }
        await model.next()
        model.draft.socialPreferences = completeProfile.socialPreferences
        await model.next()
        #expect(model.step == .photos)
        #expect(model.isLastStep)
        await model.save()

        #expect(model.failure == nil)
        #expect(model.saved.value?.profileComplete == true)
        let put = try #require(await stub.requests.last)
        #expect(put.headers[.ifMatch] == "\"1\"")
        let sent = try OrbitJSON.decoder.decode(Profile.self, from: put.body)
        #expect(sent.name == "Maya")
        #expect(sent.personality == .unanswered)
        try await stub.finish()
    }

    @Test func `a save is done only if the server has stored the profile`() async throws {
        let held = PausedResponse()
        let model = try model(
            StubTransport([
                .expect(.get, "/api/users/me", response: try mine(completeProfile, isComplete: true)),
                held.exchange(.put, "/api/users/me", response: try mine(completeProfile, isComplete: true, version: 2)),
                .expect(.put, "/api/users/me", error: .cancelled),
            ]))
        await model.load()
        model.draft.bio = "Stargazing"
        let first = Task { await model.save() }
        await held.waitForRequest()
        #expect(await model.save() != .done)  // a second tap
        held.release()
        #expect(await first.value == .done)
        model.draft.bio = "Bad puns"
        #expect(await model.save() != .done)
    }

    @Test func `a cancelled load during another load does not leave the state as loading`() async throws {
        let held = PausedResponse()
        let model = try model(
            StubTransport([
                held.exchange(.get, "/api/users/me", response: try mine(completeProfile, isComplete: true)),
                .expect(.get, "/api/users/me", error: .cancelled),
            ]))
        let load = Task { await model.load() }
        await held.waitForRequest()
        await model.load()
        #expect(!model.saved.isLoading)
        held.release()
        await load.value
        #expect(!model.saved.isLoading)
    }

    @Test func `a fresh form shows no failures until a field is changed or left, or the next step is requested`()
        async throws
    {
        let model = try model(StubTransport([]))
        #expect(!model.isCurrentStepValid && model.messages.isEmpty)
        model.draft.name = "M"
        model.draft.name = ""
        #expect(model.messages == ["Tell people your name."])
        model.touch("location.city")
        #expect(model.messages.count == 2)
        await model.next()
        #expect(model.messages.count == model.progress[.basicInfo].blocking.count && model.messages.count > 2)
        await model.cancelEditing()
        #expect(model.messages.isEmpty)
    }

    @Test func `a field has the messages of its touched failures, and of those of its members`() async throws {
        let model = try model(StubTransport([]))
        #expect(model.message(for: "name") == nil)
        model.touch("name")
        #expect(model.message(for: "name") == "Tell people your name.")
        #expect(model.message(for: "location") == nil)
        model.touch("location.city")
        #expect(model.message(for: "location") == "Say which city you live in.")
        #expect(model.message(for: "location.city") == model.message(for: "location"))
        #expect(model.message(for: "nam") == nil)
    }

    @Test func `a step that is not complete cannot be left forwards`() async throws {
        let model = try model(StubTransport([]))
        await model.next()
        #expect(model.step == .basicInfo)
        await model.go(to: .photos)
        #expect(model.step == .basicInfo)
        #expect(!model.messages.isEmpty)
    }

    @Test func `every step can be visited while all earlier steps are complete`() async throws {
        let model = try model(StubTransport([]))
        model.draft = completeProfile
        for step in ProfileStep.allCases.reversed() {
            await model.go(to: step)
            #expect(model.step == step)
        }
        await model.go(to: .photos)
        await model.back()
        #expect(model.step == .socialPreferences)
    }

    @Test func `nothing comes after the last step`() async throws {
        let model = try model(StubTransport([]))
        model.draft = completeProfile
        await model.go(to: .photos)
        #expect(model.isLastStep && model.isCurrentStepValid)
        await model.next()
        #expect(model.step == .photos)
    }

    @Test func `an eleventh interest is refused and the ten stay`() throws {
        let model = try model(StubTransport([]))
        for interest in Interest.predefined.prefix(11) { model.toggle(interest) }
        #expect(model.draft.interests.count == 10)
        #expect(model.failure?.message.contains("10") == true)
        model.toggle(Interest.predefined[0])
        #expect(model.draft.interests.count == 9)
    }

    @Test func `a typed interest becomes the predefined interest of the same meaning, once`() throws {
        let model = try model(StubTransport([]))
        for typed in ["movies", "Movies & TV", "urban beekeeping", "  "] {
            model.customInterest = typed
            model.addCustomInterest()
        }
        #expect(model.draft.interests.map(\.label) == ["Movies & TV", "urban beekeeping"])
    }

    @Test(arguments: [("2009-01", 17), ("1925-01", 101)]) func `an age outside 18 to 100 blocks the first step`(
        born: String, age: Int
    ) async throws {
        clock.jumpDate(by: .seconds(-5_000_000))  // to November 2026
        let model = try model(StubTransport([]))
        model.draft = completeProfile
        model.draft.birthMonth = BirthMonth(born)
        await model.go(to: .photos)
        #expect(model.step == .basicInfo)
        #expect(model.progress[.basicInfo].blocking.map(\.code) == [.outOfRange])
    }

    @Test func `a failure from the server is shown at its step until a change`() async throws {
        let refusal = Problem(
            code: .invalidInput, message: "Some answers need another look.",
            fields: [FieldFailure(path: "interests[1]", code: .notAllowed)])
        let model = try model(
            StubTransport([
                .expect(.get, "/api/users/me", response: try mine(completeProfile)),
                .expect(.put, "/api/users/me", response: try .problem(422, refusal)),
            ]))
        await model.load()
        await model.go(to: .photos)
        await model.save()
        #expect(model.step == .interests)
        #expect(model.refused == refusal.fields)
        #expect(!model.isCurrentStepValid)
        model.draft.interests.remove(at: 1)
        model.toggle(Interest("Gaming"))
        #expect(model.isCurrentStepValid)
    }

    @Test func `saving before the profile was loaded replaces nothing`() async throws {
        let stub = StubTransport([])
        let model = try model(stub)
        model.draft = completeProfile
        await model.save()
        #expect(model.failure?.message.contains("has not been loaded") == true)
        try await stub.finish()
    }

    @Test func `an unfinished form is resumed where it was left`() async throws {
        let scratch = try DraftDirectory()
        let first = try model(
            StubTransport([.expect(.get, "/api/users/me", response: try mine(nil))]), drafts: scratch.drafts)
        await first.load()
        first.draft = completeProfile
        await first.go(to: .interests)

        let second = try model(
            StubTransport([
                .expect(.get, "/api/users/me", response: try mine(nil)),
                .expect(.put, "/api/users/me", response: try mine(completeProfile, isComplete: true)),
            ]), drafts: scratch.drafts)
        await second.load()
        #expect(second.step == .interests)
        #expect(second.draft == completeProfile)
        await second.save()

        let third = try model(
            StubTransport([.expect(.get, "/api/users/me", response: try mine(nil))]), drafts: scratch.drafts)
        await third.load()
        #expect(third.draft.name.isEmpty)
    }

    @Test func `a draft is never shown to the next person on the device`() async throws {
        let scratch = try DraftDirectory()
        let first = try model(
            StubTransport([.expect(.get, "/api/users/me", response: try mine(nil))]), drafts: scratch.drafts)
        await first.load()
        first.draft = completeProfile
        await first.go(to: .interests)

        let other = ProfileData(userID: "u_2", email: "ben@stanford.edu", profile: nil, profileComplete: false)
        let answer = try HTTPResponse.success(other, entityTag: EntityTag(rawValue: "\"1\""))
        let second = try model(
            StubTransport([.expect(.get, "/api/users/me", response: answer)]), drafts: scratch.drafts)
        await second.load()
        #expect(second.draft.name.isEmpty)
        #expect(second.step == .basicInfo)
    }

    @Test func `another load keeps typed text`() async throws {
        let model = try model(
            StubTransport([
                .expect(.get, "/api/users/me", response: try mine(completeProfile)),
                .expect(.get, "/api/users/me", response: try mine(completeProfile)),
            ]))
        await model.load()
        model.draft.bio = "Half a sentence"
        await model.load()
        #expect(model.draft.bio == "Half a sentence")
    }

    @Test func `a failed load keeps the saved profile and has a failure`() async throws {
        let model = try model(
            StubTransport([
                .expect(.get, "/api/users/me", response: try mine(completeProfile)),
                .expect(.get, "/api/users/me", error: .cannotConnect),
            ]))
        await model.load()
        await model.load()
        #expect(model.saved.failure != nil)
        #expect(model.saved.value?.profile == completeProfile)
    }

    private func model(_ stub: StubTransport, drafts: DurableFile? = nil) throws -> ProfileViewModel {
        ProfileViewModel(
            service: ProfileService(client: try .scripted(stub, time: clock), random: .seeded(2)),
            log: EventLog(time: clock, random: .seeded(3)), drafts: drafts,
            zone: .gmt)
    }
}
