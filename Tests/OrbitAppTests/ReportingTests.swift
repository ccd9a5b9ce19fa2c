import Auth
import Connections
import Foundation
import Meetups
import Moderation
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
        for device in [phone, tablet, liam] { await waitUntil { device.user.connection == .live } }
        for device in [phone, tablet] { await device.user.reports.reports.load() }
        await liam.user.reports.decisions.load()
        let sheet = phone.user.sheet(of: try liam.user.ownID)
        await sheet.block()
        let form = sheet.report()
        #expect(await form.send().failure?.kind == .invalid)
        form.category = .harassment
        form.reason = .unwantedContact
        form.toggle(EvidenceChoice(.profile))
        #expect(await form.send() == .done)
        #expect(form.receipt != nil)
        #expect(await form.send() == .skipped)
        await waitUntil { tablet.user.reports.reports.known.map(\.receipt) == [form.receipt] }

        let desk = mod.user.moderation
        await desk.load()
        let file = try #require(desk.queue.items.value?.first)
        #expect(file.name == "Liam" && file.reasons == [.unwantedContact])
        try await desk.open(file.id)
        #expect(desk.reports.first?.evidence.first?.person?.profile.name == "Liam")
        #expect(await desk.decide(.warn, because: .unwantedContact, note: "Asked to stop.") == .done)
        #expect(desk.file == nil && desk.queue.items == .empty)
        for device in [phone, tablet] {
            await waitUntil { device.user.reports.reports.known.first?.outcome == .acted }
        }
        await waitUntil { liam.user.reports.decisions.known.first?.action == .warn }
        let decision = try #require(liam.user.reports.decisions.known.first)
        #expect(await liam.user.reports.appeal(decision, "It was not me.") == .done)
        await waitUntil { liam.user.reports.decisions.known.first?.appeal == .open }
        let appealed = try #require(liam.user.reports.decisions.known.first)
        #expect(await liam.user.reports.appeal(appealed, "Again") == .skipped)
    }

    @Test func `a suspension signs the person out, and removes them from other people's lists`() async throws {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let mod = try await campus.join("mod")
        for device in [maya, liam] { await waitUntil { device.user.connection == .live } }
        _ = try await maya.user.pokes.send(to: #require(await person(of: liam, by: maya)), note: .hello)
        _ = try await liam.user.pokes.send(to: #require(await person(of: maya, by: liam)), note: .hello)
        await maya.user.matches.matches.load()
        await waitUntil { maya.user.matches.matches.known.count == 1 }
        let form = maya.user.sheet(of: try liam.user.ownID).report()
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send() == .done)
        let desk = mod.user.moderation
        await desk.load()
        try await desk.open(try #require(desk.queue.items.value?.first).id)
        #expect(await desk.decide(.suspend, because: .threat, note: "Seen.", days: 7) == .done)
        await waitUntil { maya.user.matches.matches.items == .empty }
        await waitUntil { liam.app.route == .auth }
        #expect(liam.app.sessionState == .signedOut(.ended(.suspended)))
        #expect(LocalizedStrings.english(SignOutCause.ended(.suspended)).hasPrefix("Your account is suspended."))
        await campus.signIn("liam", on: liam.app)
        #expect(liam.app.route == .auth)
    }

    @Test func `the desk knows who is a moderator, and shows a new case without a reload`() async throws {
        // The clock passes the pauses of the desk by itself. If the desk loaded again and again during the report, the
        // report could miss its deadline.
        let loads = LockedState(0)
        let (reported, report) = AsyncStream.makeStream(of: Void.self)
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let mod = try await campus.join("mod") { request in
            guard request.url.path().hasSuffix("/moderation/cases") else { return nil }
            let number = loads.withLock { loads in
                loads += 1
                return loads
            }
            if number > 1 { for await _ in reported {} }
            return nil
        }
        #expect(maya.user.moderation.isModerator == nil)
        await maya.user.moderation.follow()
        #expect(maya.user.moderation.isModerator == false)
        let desk = mod.user.moderation
        let following = Task { await desk.follow(every: .seconds(5)) }
        await waitUntil { desk.isModerator == true }
        #expect(desk.queue.known.isEmpty)
        let form = maya.user.sheet(of: try liam.user.ownID).report()
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send() == .done)
        report.finish()
        await waitUntil { desk.queue.known.map(\.name) == ["Liam"] }
        following.cancel()
        await following.value
    }

    @Test func `a moderator lifts a suspension and reads both steps in the trail`() async throws {
        let liam = try await suspended()
        let mod = try await campus.signIn("mod")
        let desk = mod.user.moderation
        await desk.audit.load()
        let decided = try #require(desk.audit.items.value?.first)
        #expect(await desk.lift(try #require(decided.decisionID), note: "Enough.") == .done)
        await desk.audit.load()
        #expect(desk.audit.items.value?.map(\.number) == [decided.number + 1, decided.number])
        await campus.signIn("liam", on: liam.app)
        #expect(liam.app.route == .home)
        await #expect(throws: Failure.self) { try await desk.photo("p_1") }
    }

    /// Returns a device of a person whose valid code was refused, because of a suspension for a week.
    private func suspended() async throws -> SignedInDevice {
        let (maya, liam) = (try await campus.join("maya"), try await campus.join("liam"))
        let mod = try await campus.join("mod")
        let form = maya.user.sheet(of: try liam.user.ownID).report()
        (form.category, form.reason) = (.danger, .threat)
        #expect(await form.send() == .done)
        await mod.user.moderation.load()
        try await mod.user.moderation.open(try #require(mod.user.moderation.queue.items.value?.first).id)
        #expect(await mod.user.moderation.decide(.suspend, because: .threat, note: "Seen.", days: 7) == .done)
        await waitUntil { liam.app.route == .auth }
        #expect(liam.app.suspension == nil)
        await campus.signIn("liam", on: liam.app)
        return liam
    }

    @Test func `a suspended person reads why with the code of the sign-in, and appeals once`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.app.suspension)
        #expect(liam.app.suspension === screen)
        #expect(screen.until.map { $0 > campus.clock.date } == true)
        await screen.decisions.load()
        let decision = try #require(screen.appealable)
        #expect(decision.reason == .threat && decision.until == screen.until)
        #expect(await screen.appeal(decision, "") != .done)
        #expect(!screen.isCodeUsed && screen.failure?.kind == .invalid)
        #expect(await screen.appeal(decision, "It was not me.") == .done)
        #expect(screen.suspension?.appeal == .open && screen.appealable == nil)
        #expect(screen.needsNewCode)
        #expect(await screen.appeal(decision, "It was not me.") == .skipped)
        screen.confirmation = "liam@orbit.example"
        #expect(await screen.eraseAccount() == .skipped)
        // A sign-in with another code creates another model of the screen.
        await campus.signIn("liam", on: liam.app)
        let next = try #require(liam.app.suspension)
        #expect(next !== screen)
        await next.decisions.load()
        let appealed = try #require(next.suspension)
        #expect(await next.appeal(appealed, "Look again.") == .skipped)
        #expect(!next.isCodeUsed)
        liam.app.auth.editEmail()
        #expect(liam.app.suspension == nil)
    }

    @Test func `a suspended person has the account erased after typing the address`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.app.suspension)
        #expect(await screen.eraseAccount() == .skipped)
        screen.confirmation = " Liam@orbit.example "
        #expect(await screen.eraseAccount() == .done)
        #expect(screen.isErased)
        #expect(await screen.eraseAccount() == .skipped)
    }

    @Test func `a suspended person whose code has expired is asked to request another code`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.app.suspension)
        campus.clock.advance(by: .seconds(1_000))
        await screen.decisions.load()
        #expect(screen.needsNewCode && screen.suspension == nil)
    }

    @Test func `an expired code is noticed even after an appeal that failed for another reason`() async throws {
        let liam = try await suspended()
        let screen = try #require(liam.app.suspension)
        await screen.decisions.load()
        let decision = try #require(screen.appealable)
        #expect(await screen.appeal(decision, "") != .done)
        campus.clock.advance(by: .seconds(1_000))
        await screen.decisions.load()
        #expect(screen.failure?.kind == .invalid && screen.needsNewCode)
    }

    private func person(of other: SignedInDevice, by device: SignedInDevice) async throws -> Person? {
        let sheet = device.user.sheet(of: try other.user.ownID)
        await sheet.load()
        return sheet.person.value
    }
}
