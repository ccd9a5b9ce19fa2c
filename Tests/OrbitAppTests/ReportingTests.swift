import Auth
import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Safety
import Testing
import TimeAndChance
import Validation

/// A report on one device, its outcome live on another.
@Suite @MainActor struct ReportingTests {
    private let campus: SmallCampus

    init() throws {
        campus = SmallCampus(moderators: [try EmailAddress("mod@orbit.example")])
    }

    @Test func `a report is listed at once, and its outcome shows on both devices of its sender`() async throws {
        let liam = try await campus.join("liam")
        let (phone, tablet) = (try await campus.join("maya"), try await campus.signIn("maya"))
        let mod = try await campus.join("mod")
        for device in [phone, tablet, liam] { await waitUntil { device.connection == .live } }
        for device in [phone, tablet] { await device.reports.reports.load() }
        await liam.reports.decisions.load()
        let sheet = phone.sheet(of: try liam.ownID)
        await sheet.block()
        let form = sheet.report()
        #expect(await form.send().failure?.kind == .invalid)
        form.category = .harassment
        form.reason = .unwantedContact
        form.toggle(EvidenceChoice(.profile))
        #expect(await form.send() == .done)
        #expect(form.receipt != nil)
        #expect(await form.send() == .skipped)
        await waitUntil { tablet.reports.reports.known.map(\.receipt) == [form.receipt] }

        let desk = mod.moderation
        await desk.load()
        let file = try #require(desk.queue.items.value?.first)
        #expect(file.name == "Liam" && file.reasons == [.unwantedContact])
        try await desk.open(file.id)
        #expect(desk.reports.first?.evidence.first?.person?.profile.name == "Liam")
        #expect(await desk.decide(.warn, because: .unwantedContact, note: "Asked to stop.") == .done)
        #expect(desk.file == nil && desk.queue.items == .empty)
        for device in [phone, tablet] {
            await waitUntil { device.reports.reports.known.first?.outcome == .acted }
        }
        await waitUntil { liam.reports.decisions.known.first?.action == .warn }
        let decision = try #require(liam.reports.decisions.known.first)
        #expect(await liam.reports.appeal(decision, "It was not me.") == .done)
        await waitUntil { liam.reports.decisions.known.first?.appeal == .open }
        #expect(await liam.reports.appeal(try #require(liam.reports.decisions.known.first), "Again") == .skipped)
    }

    @Test func `a person who is suspended is signed out, and gone from the lists of others`() async throws {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let mod = try await campus.join("mod")
        for device in [maya, liam] { await waitUntil { device.connection == .live } }
        _ = try await maya.pokes.send(to: #require(await person(of: liam, by: maya)), note: .hello)
        _ = try await liam.pokes.send(to: #require(await person(of: maya, by: liam)), note: .hello)
        await maya.matches.matches.load()
        await waitUntil { maya.matches.matches.known.count == 1 }
        let form = maya.sheet(of: try liam.ownID).report()
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send() == .done)
        let desk = mod.moderation
        await desk.load()
        try await desk.open(try #require(desk.queue.items.value?.first).id)
        #expect(await desk.decide(.suspend, because: .threat, note: "Seen.", days: 7) == .done)
        await waitUntil { maya.matches.matches.items == .empty }
        await waitUntil { liam.route == .auth }
        #expect(liam.sessionState == .signedOut(.ended(.suspended)))
        #expect(Words.english(SignOutCause.ended(.suspended)).hasPrefix("Your account was suspended."))
        await campus.signIn("liam", on: liam)
        #expect(liam.route == .auth)
    }

    @Test func `the desk says who is a moderator, and shows a new case without being asked`() async throws {
        let (maya, liam, mod) = (
            try await campus.join("maya"), try await campus.join("liam"), try await campus.join("mod")
        )
        #expect(maya.moderation.isModerator == nil)
        await maya.moderation.follow()
        #expect(maya.moderation.isModerator == false)
        let desk = mod.moderation
        let following = Task { await desk.follow(every: .seconds(5)) }
        await waitUntil { desk.isModerator == true }
        #expect(desk.queue.known.isEmpty)
        let form = maya.sheet(of: try liam.ownID).report()
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send() == .done)
        await waitUntil { desk.queue.known.map(\.name) == ["Liam"] }
        following.cancel()
        await following.value
    }

    @Test func `a moderator lifts a suspension and reads both steps in the trail`() async throws {
        let liam = try await suspended()
        let mod = try await campus.signIn("mod")
        let desk = mod.moderation
        await desk.audit.load()
        let decided = try #require(desk.audit.items.value?.first)
        #expect(await desk.lift(try #require(decided.decisionID), note: "Enough.") == .done)
        await desk.audit.load()
        #expect(desk.audit.items.value?.map(\.number) == [decided.number + 1, decided.number])
        await campus.signIn("liam", on: liam)
        #expect(liam.route == .home)
        await #expect(throws: Failure.self) { try await desk.photo("p_1") }
    }

    /// A person whose right code was refused, as they were suspended for a week.
    private func suspended() async throws -> AppModel {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let mod = try await campus.join("mod")
        let form = maya.sheet(of: try liam.ownID).report()
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send() == .done)
        await mod.moderation.load()
        try await mod.moderation.open(try #require(mod.moderation.queue.items.value?.first).id)
        #expect(await mod.moderation.decide(.suspend, because: .threat, note: "Seen.", days: 7) == .done)
        await waitUntil { liam.route == .auth }
        #expect(liam.suspension == nil)
        await campus.signIn("liam", on: liam)
        return liam
    }

    @Test func `a suspended person reads why with the code of the sign-in, and appeals once`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.suspension)
        #expect(liam.suspension === screen)
        #expect(screen.until.map { $0 > campus.clock.date } == true)
        await screen.decisions.load()
        let decision = try #require(screen.appealable)
        #expect(decision.reason == .threat && decision.until == screen.until)
        #expect(await screen.appeal(decision, "") != .done)
        #expect(!screen.isCodeUsed && screen.failure?.kind == .invalid)
        #expect(await screen.appeal(decision, "It was not me.") == .done)
        #expect(screen.suspension?.appeal == .open && screen.appealable == nil)
        #expect(screen.needsNewCode)
        screen.confirmation = "liam@orbit.example"
        #expect(await screen.eraseAccount() == .skipped)
        // Another code opens another screen.
        await campus.signIn("liam", on: liam)
        #expect(liam.suspension != nil && liam.suspension !== screen)
        liam.auth.editEmail()
        #expect(liam.suspension == nil)
    }

    @Test func `a suspended person has the account erased after typing the address`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.suspension)
        #expect(await screen.eraseAccount() == .skipped)
        screen.confirmation = " Liam@orbit.example "
        #expect(await screen.eraseAccount() == .done)
        #expect(screen.isErased)
        #expect(await screen.eraseAccount() == .skipped)
    }

    @Test func `an expired code asks the suspended person for another`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.suspension)
        campus.clock.advance(by: .seconds(1_000))
        await screen.decisions.load()
        #expect(screen.needsNewCode && screen.suspension == nil)
    }

    @Test func `an expired code asks the suspended person for another after another failure`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.suspension)
        await screen.decisions.load()
        let decision = try #require(screen.appealable)
        #expect(await screen.appeal(decision, "") != .done)
        campus.clock.advance(by: .seconds(1_000))
        await screen.decisions.load()
        #expect(screen.failure?.kind == .invalid && screen.needsNewCode)
    }

    private func person(of other: AppModel, by app: AppModel) async throws -> Person? {
        let sheet = app.sheet(of: try other.ownID)
        await sheet.load()
        return sheet.person.value
    }
}
