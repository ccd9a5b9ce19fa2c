import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Safety
import Testing

/// Safety check-ins, shared plans and the notice of blocked people, on two phones.
@MainActor @Suite struct CheckInAppTests {
    private let campus = SmallCampus()
    private let mum = CheckInContact(name: "Mum", email: "mum@family.example")

    @Test func `a check-in is extended and completed on another device, and its reminder follows`()
        async throws
    {
        let maya = try await campus.phone("maya")
        let other = try await campus.signIn("maya")
        await waitUntil { other.user.connection == .live }
        let due = campus.date(inHours: 1)
        #expect(await maya.user.checkIns.create(CheckInEntry(dueAt: due, contact: mum)) == .done)
        await maya.expect(.checkInDue, at: [due])
        await waitUntil { other.user.checkIns.running.count == 1 }
        let checkIn = try #require(other.user.checkIns.next)
        // The clock may have passed the pause before a reconnection meanwhile.
        let left = due.timeIntervalSince(campus.clock.date)
        #expect(other.user.checkIns.remaining(of: checkIn) == left)
        #expect(other.user.checkIns.remainingUntilAlert(of: checkIn) == left + 900)
        #expect(other.user.checkIns.notice(of: checkIn) == "If you do not say that you are safe, Mum gets an email.")
        let later = campus.date(inHours: 2)
        #expect(await other.user.checkIns.extend(checkIn, to: later) == .done)
        await maya.expect(.checkInDue, at: [later])
        #expect(await other.user.checkIns.safe(checkIn) == .done)
        await maya.expect(.checkInDue, at: [])
        await waitUntil { maya.user.checkIns.running.isEmpty }
        let over = try #require(maya.user.checkIns.checkIns.known.first)
        #expect(maya.user.checkIns.notice(of: over) == "You have said that you are safe. We told nobody.")
    }

    @Test func `check-ins that are loaded while the session begins are loaded once`() async throws {
        let (mutes, checkIns) = (HeldRequests("/mutes"), HeldRequests("/check-ins"))
        let maya = try await campus.join("maya") { request in
            if let response = await mutes.intercept(request) { return response }
            return await checkIns.intercept(request)
        }
        await mutes.waitForRequest()
        let load = Task { await maya.user.checkIns.checkIns.load() }
        await checkIns.waitForRequest()
        mutes.release()
        await waitUntil { maya.user.mutes.muted.items == .empty }
        checkIns.release()
        await load.value
        #expect(maya.user.checkIns.checkIns.items == .empty)
        #expect(checkIns.requestCount == 1)
    }

    @Test func `a missed check-in shows that the contact was alerted, and later that all is well`() async throws {
        let maya = try await campus.phone("maya")
        #expect(await maya.user.checkIns.create(CheckInEntry(dueAt: campus.date(inHours: 1), contact: mum)) == .done)
        campus.clock.advance(by: .seconds(3_600 + 600))
        let due = try #require(maya.user.checkIns.next)
        #expect(maya.user.checkIns.notice(of: due).hasPrefix("Are you safe?"))
        campus.clock.advance(by: .seconds(400))
        try await campus.backend.runScheduledWork()
        await waitUntil { maya.user.checkIns.checkIns.known.first?.alertedAt != nil }
        let missed = try #require(maya.user.checkIns.missed.first)
        #expect(maya.user.checkIns.notice(of: missed).hasPrefix("We told Mum that you have not checked in."))
        await maya.user.reminders.refresh()
        #expect(await maya.user.checkIns.safe(missed) == .done)
        await waitUntil {
            let checkIn = maya.user.checkIns.checkIns.known.first
            return checkIn?.state == .safe && checkIn?.isClearing == nil
        }
        #expect(
            maya.user.checkIns.notice(of: try #require(maya.user.checkIns.checkIns.known.first))
                == "We told Mum that you are safe.")
    }

    @Test func `an entry that breaks rules is not sent, and says why`() async throws {
        let maya = try await campus.phone("maya")
        let outcome = await maya.user.checkIns.create(
            CheckInEntry(dueAt: campus.date(inHours: 49), contact: CheckInContact(name: "Mum", email: "mum")))
        #expect(outcome.failure?.kind == .invalid)
        #expect(outcome.failure?.message.contains("Choose a time within 48 hours.") == true)
        #expect(maya.user.checkIns.checkIns.known.isEmpty)
    }

    @Test func `the sheet of a meetup sets a check-in for its end and shares its plan`() async throws {
        let maya = try await campus.phone("maya")
        let liam = try await campus.phone("liam")
        let tea = try await liam.host("Tea", inHours: 2, at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await maya.opened(tea.id).join() == .done)
        await waitUntil { maya.attendance(at: tea.id) == .going }
        #expect(await maya.user.checkIn(after: tea, contact: mum) == .done)
        #expect(maya.user.checkIns.next?.dueAt == tea.meetup.plan.span.end.addingTimeInterval(1_800))

        let sharing = maya.user.sharing(of: tea.id)
        #expect(sharing.notices.isEmpty)
        await sharing.load()
        #expect(sharing.createdAt == nil && sharing.notices == ["whoever_has_it"])
        #expect(await sharing.extend(to: 6) == .skipped)
        #expect(await sharing.revoke() == .skipped)
        #expect(await sharing.makeLink() == .done)
        #expect(await sharing.revoke() == .done)
        #expect(sharing.createdAt == nil && sharing.link == nil)
        #expect(await sharing.makeLink() == .done)
        let link = try #require(sharing.link)
        #expect(link.url.absoluteString.hasPrefix("https://orbit.example/api/shared-plans/"))
        #expect("\(link)" == "‹shared plan›")
        #expect(sharing.notices.first == "shown_once")
        let end = tea.meetup.plan.span.end
        #expect(sharing.endsAt(after: end) == end.addingTimeInterval(4 * 3_600))
        #expect(await sharing.extend(to: 6) == .done)
        #expect(sharing.endsAt(after: end) == end.addingTimeInterval(6 * 3_600))
        // A departure on another device ends the check-in here.
        let other = try await campus.signIn("maya")
        let sheet = other.user.meetup(tea.id)
        await sheet.load()
        #expect(await sheet.leave() == .done)
        await waitUntil { sharing.createdAt == nil && sharing.link == nil }
    }

    @Test func `a blocked attendee causes a warning before joining, and a nameless notice afterwards`()
        async throws
    {
        let maya = try await campus.phone("maya")
        let liam = try await campus.phone("liam")
        let ana = try await campus.phone("ana")
        let tea = try await ana.host("Tea", at: campus.clock) { $0.entry.approval = .automatic }
        #expect(await liam.opened(tea.id).join() == .done)
        #expect(await maya.user.blocks.block(try liam.user.ownID) == .done)
        let sheet = await maya.opened(tea.id)
        #expect(await sheet.join().failure?.kind == .refused(.blockedPersonAttends))
        #expect(sheet.listing.value?.meetup.attendance == .unrelated)
        #expect(await sheet.join(despiteBlocks: true) == .done)
        let notice = maya.user.sharing(of: tea.id)
        await notice.load()
        #expect(notice.isBlockedPersonThere)
        let blocked = liam.user.sharing(of: tea.id)
        await blocked.load()
        #expect(!blocked.isBlockedPersonThere)
        #expect(await liam.opened(tea.id).leave() == .done)
        await waitUntil { !notice.isBlockedPersonThere }
    }
}
