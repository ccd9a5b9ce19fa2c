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
        let file = try #require(desk.queue.value?.first)
        #expect(file.name == "Liam" && file.reasons == [.unwantedContact])
        try await desk.open(file.id)
        #expect(desk.reports.first?.evidence.first?.person?.profile.name == "Liam")
        #expect(await desk.decide(.warn, because: .unwantedContact, note: "Asked to stop.") == .done)
        #expect(desk.file == nil && desk.queue == .empty)
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
        try await desk.open(try #require(desk.queue.value?.first).id)
        #expect(await desk.decide(.suspend, because: .threat, note: "Seen.", days: 7) == .done)
        await waitUntil { maya.matches.matches.items == .empty }
        await waitUntil { liam.route == .auth }
        await campus.signIn("liam", on: liam)
        #expect(liam.route == .auth)
    }

    private func person(of other: AppModel, by app: AppModel) async throws -> Person? {
        let sheet = app.sheet(of: try other.ownID)
        await sheet.load()
        return sheet.person.value
    }
}
