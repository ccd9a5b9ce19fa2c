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

@Suite @MainActor struct ProfileConflictTests {
    let clock = VirtualClock()

    @Test func `changes of different members are merged and saved without a question`() async throws {
        var theirs = completeProfile
        theirs.major = "Physics"
        theirs.interests.append(Interest("gaming"))
        var both = theirs
        both.bio = "From my phone"
        let stub = StubTransport([
            try read(completeProfile), try conflict(), try read(theirs, version: 2), try saved(both, version: 3),
        ])
        let model = try model(stub)
        await model.load()
        model.draft.bio = "From my phone"
        await model.save()
        #expect(model.failure == nil)
        #expect(model.conflicts.isEmpty)
        #expect(model.draft == both)
        let put = try #require(await stub.requests.last)
        #expect(put.headers[.ifMatch] == "\"2\"")
        #expect(try OrbitJSON.decoder.decode(Profile.self, from: put.body) == both)
        try await stub.finish()
    }

    @Test(arguments: [ProfileMerge.Side.mine, .theirs])
    func `a member changed on both sides is a conflict, and the chosen side is saved`(
        side: ProfileMerge.Side
    ) async throws {
        var theirs = completeProfile
        theirs.bio = "From my laptop"
        let stub = StubTransport([
            try read(completeProfile), try conflict(), try read(theirs, version: 2), try saved(theirs, version: 3),
        ])
        let model = try model(stub)
        await model.load()
        model.draft.bio = "From my phone"
        await model.save()
        let conflict = try #require(model.conflicts.first)
        #expect(conflict.part == .member(.bio))
        #expect((conflict.mine, conflict.theirs) == (["From my phone"], ["From my laptop"]))
        #expect(model.draft.bio == "From my phone")
        #expect(model.failure?.message.contains("changed elsewhere") == true)

        // Nothing is sent before it is settled.
        await model.save()
        #expect(await stub.requests.count == 3)
        model.settle(conflict, with: side)
        let chosen = side == .mine ? "From my phone" : "From my laptop"
        #expect(model.draft.bio == chosen)
        await model.save()
        let put = try #require(await stub.requests.last)
        #expect(put.headers[.ifMatch] == "\"2\"")
        #expect(try OrbitJSON.decoder.decode(Profile.self, from: put.body).bio == chosen)
        try await stub.finish()
    }

    @Test func `a reload merges changes from elsewhere with the draft, and reports conflicts`() async throws {
        var theirs = completeProfile
        (theirs.bio, theirs.major) = ("From my laptop", "Physics")
        let model = try model(StubTransport([try read(completeProfile), try read(theirs, version: 2)]))
        await model.load()
        model.draft.bio = "From my phone"
        await model.load()
        #expect(model.draft.bio == "From my phone")
        #expect(model.draft.major == "Physics")
        #expect(model.conflicts.map(\.part) == [.member(.bio)])
    }

    @Test func `a conflict remains after another load`() async throws {
        var theirs = completeProfile
        theirs.bio = "From my laptop"
        let model = try model(
            StubTransport([try read(completeProfile), try read(theirs, version: 2), try read(theirs, version: 2)]))
        await model.load()
        model.draft.bio = "From my phone"
        await model.load()
        await model.load()
        #expect(model.conflicts.map(\.part) == [.member(.bio)])
        model.draft.bio = "From my laptop"
        model.settle(try #require(model.conflicts.first), with: .mine)
        #expect(model.changes.isEmpty)
    }

    @Test func `a restored draft keeps changes that were saved elsewhere meanwhile`() async throws {
        let scratch = try DraftDirectory()
        let first = try model(StubTransport([try read(completeProfile)]), drafts: scratch.drafts)
        await first.load()
        first.draft.bio = "From my phone"
        await first.go(to: .interests)

        var theirs = completeProfile
        theirs.major = "Physics"
        let second = try model(StubTransport([try read(theirs, version: 2)]), drafts: scratch.drafts)
        await second.load()
        #expect(second.step == .interests)
        #expect(second.draft.bio == "From my phone")
        #expect(second.draft.major == "Physics")
        #expect(second.conflicts.isEmpty)
    }

    @Test func `a conflict remains in a restored draft`() async throws {
        let scratch = try DraftDirectory()
        var theirs = completeProfile
        theirs.bio = "From my laptop"
        let first = try model(
            StubTransport([try read(completeProfile), try read(theirs, version: 2)]), drafts: scratch.drafts)
        await first.load()
        first.draft.bio = "From my phone"
        await first.load()
        await first.go(to: .interests)

        let second = try model(StubTransport([try read(theirs, version: 2)]), drafts: scratch.drafts)
        await second.load()
        #expect(second.conflicts.map(\.part) == [.member(.bio)])
    }

    @Test func `a save that conflicts each time eventually fails, and keeps the draft`() async throws {
        var exchanges = [try read(completeProfile)]
        for version in 2...5 {
            var theirs = completeProfile
            theirs.major = "Major \(version)"
            exchanges += [try conflict(), try read(theirs, version: version)]
        }
        let stub = StubTransport(exchanges)
        let model = try model(stub)
        await model.load()
        model.draft.bio = "From my phone"
        await model.save()
        #expect(model.failure?.message.contains("keeps changing") == true)
        #expect(model.draft.bio == "From my phone")
        try await stub.finish()
    }

    @Test func `a response that is older than a later save changes nothing`() async throws {
        let saver = Saver()
        var newer = completeProfile
        newer.bio = "New"
        let old = try mine(completeProfile, isComplete: true)
        let stub = StubTransport([
            try read(completeProfile),
            .expect(.get, "/api/users/me") { _ in
                await saver.save()
                return old
            },
            try saved(newer, version: 2),
        ])
        let model = try model(stub)
        saver.model = model
        await model.load()
        model.draft.bio = "New"
        await model.load()
        #expect(model.draft.bio == "New")
        #expect(model.saved.value?.profile == newer)
        #expect(model.changes.isEmpty && !model.saved.isLoading)
        try await stub.finish()
    }

    @Test func `a save fails after four conflicts with the server, and keeps the draft`() async throws {
        var exchanges = [try read(completeProfile)]
        for version in 2...5 { exchanges += [try conflict(), try read(completeProfile, version: version)] }
        let stub = StubTransport(exchanges)
        let model = try model(stub)
        await model.load()
        model.draft.bio = "New"
        #expect(await model.save().failure != nil)
        #expect(model.draft.bio == "New" && model.conflicts.isEmpty)
        #expect(await stub.requests.count == 9)
        try await stub.finish()
    }

    @Test func `a response for another user replaces the draft with an empty profile`() async throws {
        let other = ProfileData(userID: "u_2", email: "ben@stanford.edu", profile: nil, profileComplete: false)
        let answer = try HTTPResponse.success(other, entityTag: EntityTag(rawValue: "\"1\""))
        let model = try model(
            StubTransport([try read(completeProfile), .expect(.get, "/api/users/me", response: answer)]))
        await model.load()
        model.draft.bio = "Maya's secret"
        await model.load()
        #expect(model.draft == Profile(name: ""))
        #expect(model.photos.items.isEmpty)
    }

    private func read(_ profile: Profile?, version: Int = 1) throws -> StubTransport.Exchange {
        .expect(.get, "/api/users/me", response: try mine(profile, isComplete: true, version: version))
    }

    private func saved(_ profile: Profile, version: Int) throws -> StubTransport.Exchange {
        .expect(.put, "/api/users/me", response: try mine(profile, isComplete: true, version: version))
    }

    private func conflict() throws -> StubTransport.Exchange {
        .expect(
            .put, "/api/users/me",
            response: try .problem(412, Problem(code: .versionConflict, message: "It has changed.")))
    }

    private func model(_ stub: StubTransport, drafts: DurableFile? = nil) throws -> ProfileViewModel {
        ProfileViewModel(
            service: ProfileService(client: try .scripted(stub, time: clock), random: .seeded(2)),
            log: EventLog(time: clock, random: .seeded(3)), drafts: drafts,
            zone: .gmt)
    }
}

/// Saves while a load is in flight.
@MainActor private final class Saver {
    weak var model: ProfileViewModel?

    func save() async {
        await model?.save()
    }
}
