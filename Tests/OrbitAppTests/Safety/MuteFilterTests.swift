import Connections
import Foundation
import Meetups
import NetworkingTesting
import NotificationScheduling
import OrbitBackend
import OrbitModels
import Safety
import Testing

@testable import OrbitApp
@testable import Presentation

/// A mute on one device, and its effect on all devices of the user.
@MainActor @Suite struct MuteFilterTests {
    private let campus = SmallCampus()

    @Test func `a mute hides pokes, requests and reminders on every device until an unmute`() async throws {
        let maya = try await campus.phone("maya")
        let other = try await campus.signIn("maya")
        let liam = try await campus.phone("liam")
        await waitUntil { other.user.connection == .live }
        await maya.user.pokes.incoming.load()
        await other.user.pokes.incoming.load()
        let tea = try await maya.host("Tea", at: campus.clock)
        #expect(await liam.opened(tea.id).join() == .done)
        let person = try #require(await liam.user.sheet(of: maya.user.ownID).loaded())
        #expect(await liam.user.pokes.send(to: person, note: .coffee) == .done)
        await waitUntil { maya.user.meetupRequests.requests.items.value?.count == 1 }
        await waitUntil { other.user.pokes.incoming.items.value?.count == 1 }
        await waitUntil { maya.fires(.newRequest).count == 1 }

        let sheet = maya.user.sheet(of: try liam.user.ownID)
        #expect(await sheet.mute(for: .seconds(8 * 3_600)) == .done)
        #expect(sheet.mute?.until != nil)
        await waitUntil {
            maya.user.meetupRequests.requests.items == .loaded([])
                || maya.user.meetupRequests.requests.items.value == nil
        }
        await waitUntil { (other.user.pokes.incoming.items.value ?? []).isEmpty }
        await waitUntil { maya.fires(.newRequest).isEmpty }
        #expect(await maya.pending(.newRequest).isEmpty)
        await waitUntil { other.user.mutes.muted.known.count == 1 }
        // Actions about the muted person remain possible.
        #expect(maya.user.sheet(of: try liam.user.ownID).mute != nil)
        #expect(maya.user.pokes.waitingPoke(from: try liam.user.ownID) != nil)

        #expect(await sheet.unmute() == .done)
        await waitUntil { maya.user.meetupRequests.requests.items.value?.count == 1 }
        await waitUntil { other.user.pokes.incoming.items.value?.count == 1 }
        await waitUntil { other.user.mutes.muted.known.isEmpty }
    }

    /// Changed mutes make the log publish all lists, and the list of mutes is one of them. This must not make the log
    /// publish all lists again.
    @Test func `reloads of unchanged mutes do not publish all lists each time`() async throws {
        let maya = try await campus.phone("maya")
        let liam = try await campus.phone("liam")
        let shown = ShownAgain()
        maya.user.log.attach(shown)
        let before = maya.user.log.exclusionRevision
        #expect(await maya.user.mutes.mute(try liam.user.ownID) == .done)
        for _ in 0..<20 { await maya.user.mutes.muted.load() }
        #expect(shown.count < 20)
        // The expected mute, the mute of the event and the loaded mute may differ.
        #expect((1...3).contains(maya.user.log.exclusionRevision - before))
    }

    @Test func `a poke received during a mute appears after the mute has expired`() async throws {
        let maya = try await campus.phone("maya")
        let liam = try await campus.phone("liam")
        await maya.user.pokes.incoming.load()
        let id = try liam.user.ownID
        #expect(await maya.user.mutes.mute(id, for: .seconds(3_600), surfaces: [.pokes]) == .done)
        let person = try #require(await liam.user.sheet(of: maya.user.ownID).loaded())
        #expect(await liam.user.pokes.send(to: person, note: .coffee) == .done)
        await waitUntil { maya.user.pokes.incoming.known.count == 1 }
        #expect((maya.user.pokes.incoming.items.value ?? []).isEmpty)
        campus.clock.advance(by: .seconds(3_601))
        maya.user.mutes.muted.removeExpired()
        await waitUntil { maya.user.pokes.incoming.items.value?.count == 1 }
    }

    @Test func `a mute applies only to its surfaces, also after a restart`() async throws {
        let maya = try await campus.phone("maya")
        let liam = try await campus.phone("liam")
        let tea = try await maya.host("Tea", at: campus.clock)
        #expect(await maya.user.mutes.mute(try liam.user.ownID, surfaces: [.requests]) == .done)
        let person = try #require(await liam.user.sheet(of: maya.user.ownID).loaded())
        #expect(await liam.user.pokes.send(to: person, note: .coffee) == .done)
        #expect(await liam.opened(tea.id).join() == .done)
        let again = try await campus.restarted(maya, of: "maya")
        await again.user.pokes.incoming.load()
        await again.user.meetupRequests.requests.load()
        #expect(again.user.pokes.incoming.items.value?.count == 1)
        await waitUntil {
            again.user.mutes.muted.known.count == 1 && (again.user.meetupRequests.requests.items.value ?? []).isEmpty
        }
        #expect(again.user.meetupRequests.requests.known.count == 1)
        #expect(again.fires(.newRequest).isEmpty)
    }

    @Test func `a mute that the server refuses shows the person again`() async throws {
        let maya = try await campus.phone("maya")
        let outcome = await maya.user.mutes.mute("nobody")
        #expect(outcome.failure?.kind == .refused(.notFound))
        #expect(maya.user.mutes.muted.known.isEmpty)
    }
}

extension PersonViewModel {
    /// The person, after the model has loaded.
    fileprivate func loaded() async -> Person? {
        await load()
        return person.value
    }
}

/// Counts how often a log publishes all lists.
@MainActor private final class ShownAgain: LogFollower {
    private(set) var count = 0

    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {}
    func publish() { count += 1 }
    func reset() {}
    func connectionDidRestore() {}
}
