import Auth
import Foundation
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

@testable import OwnParts

@Suite struct SeamTests {
    @Test func `a recorded response is served, and a request without a recording fails`() async throws {
        let body = try HTTPResponse.success(MessageData(message: "Hello")).body
        let client = try APIClient.scripted(RecordedTransport(bodies: ["/api/greeting": body]))
        let greeting = try await client.send(Endpoint<MessageData>(Route(.get, "/greeting")))
        #expect(greeting.message == "Hello")
        await #expect(throws: APIError.self) {
            _ = try await client.send(Endpoint<MessageData>(Route(.get, "/farewell")))
        }
    }

    /// Positions of a client, with the numbers of the events that it is sent, and whether it has to reload.
    private static let openings: [(LogPosition, [Int], Bool)] = [
        (LogPosition(epoch: "tour", seq: 1), [2], false), (LogPosition(epoch: "tour", seq: 2), [], false),
        (LogPosition(epoch: "other", seq: 1), [], true),
    ]

    @Test(arguments: openings)
    func `a recorded log continues after a position, and asks the readers of other logs to reload`(
        position: LogPosition, numbers: [Int], isResync: Bool
    ) async throws {
        let recorded = RecordedEvents(
            epoch: "tour", events: [LogEvent(.matchMade, seq: 1), LogEvent(.matchEnded, seq: 2)])
        let stream = try await recorded.open(after: position)
        let message = try await stream.next()
        let slice = try #require(message?.slice)
        #expect(slice.at == LogPosition(epoch: "tour", seq: 2))
        #expect(slice.events.map(\.seq) == numbers && slice.isResync == isResync)
        stream.close()
        let isEnded = try await stream.next() == nil
        #expect(isEnded)
    }

    @Test func `a vault token store keeps a session that it cannot read`() async throws {
        let vault = MemoryVault()
        let store = VaultTokenStore(vault.vault)
        let session = AuthSession(
            userID: "u_1", accessToken: AccessToken("a"), refreshToken: RefreshToken("r"),
            issuedAt: Date(timeIntervalSince1970: 0), accessExpiresAt: Date(timeIntervalSince1970: 900))
        #expect(await store.load() == .absent)
        try await store.save(session)
        #expect(await store.load() == .session(session))
        vault.state.withLock { $0.isLocked = true }
        let locked = TokenStoreError.unavailable(reason: "The vault is locked. Unlock it and try again.")
        await #expect(throws: locked) { try await store.save(session) }
        vault.state.withLock { $0 = MemoryVault.State(secret: Data("{".utf8)) }
        let damaged = TokenStoreError.corrupt(reason: "The stored session is damaged. Remove it and sign in again.")
        await #expect(throws: damaged) { try await store.save(session) }
        try await store.remove()
        #expect(await store.load() == .absent)
    }

    @Test func `a page shows the notifications that a scheduler has planned, each once`() async throws {
        let clock = VirtualClock(date: Date(timeIntervalSince1970: 1_789_391_400))
        let centre = PageNotificationCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: clock)
        let span = try #require(
            TimeSpan(start: clock.date.addingTimeInterval(86_400), end: clock.date.addingTimeInterval(90_000)))
        let tennis = NotificationFact(
            NotificationSubject("tennis"), title: "Tennis", at: AnchoredSpan(span), isAccepted: true)
        let report = await scheduler.reschedule(PlanRequest([tennis], zone: .gmt))
        let planned = await centre.pending()
        #expect(report.failures.isEmpty && !planned.isEmpty)
        #expect(await centre.takeDue(at: clock.date).isEmpty)
        let first = try #require(planned.compactMap(\.fire).min())
        #expect(await centre.takeDue(at: first).map(\.fire) == [first])
        #expect(await centre.takeDue(at: first).isEmpty)
    }

    @Test func `a full centre refuses new notifications, and replaces those that it has`() async throws {
        let centre = PageNotificationCentre(limit: 1)
        try await centre.add(PendingNotification(identifier: "a", fire: nil))
        try await centre.add(PendingNotification(identifier: "a", fire: nil, text: "Again"))
        await #expect(throws: NotificationSchedulingError.full(limit: 1)) {
            try await centre.add(PendingNotification(identifier: "b", fire: nil))
        }
        #expect(await centre.pending().map(\.text) == ["Again"])
    }

    @Test func `a corrected clock changes the date, and neither the uptime nor sleeps`() async throws {
        let device = VirtualClock.selfAdvancing(from: Date(timeIntervalSince1970: 1_000))
        let clock = CorrectedClock(device: device, correction: -60)
        #expect(clock.date == Date(timeIntervalSince1970: 940))
        let start = clock.uptime
        try await clock.sleep(for: .seconds(5))
        try await clock.sleep(until: start + .seconds(9))
        #expect(clock.uptime - start == .seconds(9))
    }
}

extension EventMessage {
    fileprivate var slice: LogSlice? {
        if case .slice(let slice) = self { slice } else { nil }
    }
}

/// A vault in memory that a test can lock.
private final class MemoryVault: Sendable {
    struct State {
        var secret: Data?
        var isLocked = false
    }

    private struct Locked: Error {}

    let state = LockedState(State())

    var vault: Vault {
        Vault(
            read: { [state] in
                try state.withLock { state in
                    guard !state.isLocked else { throw Locked() }
                    return state.secret
                }
            },
            write: { [state] secret in
                try state.withLock { state in
                    guard !state.isLocked else { throw Locked() }
                    state.secret = secret
                }
            })
    }
}
