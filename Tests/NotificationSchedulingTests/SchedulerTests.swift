import Foundation
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

@Suite struct SchedulerTests {
    private let now = Date(timeIntervalSince1970: 1_795_348_800)  // 2026-11-22T12:00:00Z

    private func request(_ facts: [NotificationFact]) -> PlanRequest { PlanRequest(facts, zone: Samples.berlin) }

    private func facts(_ count: Int, version: Int = 1) throws -> [NotificationFact] {
        try (0..<count).map { number in
            try Samples.fact(
                "m\(number)", "2026-11-2\(3 + number)T1\(number):00:00Z", version: version, rules: [.hourBefore])
        }
    }

    @Test func `a plan is added, repeated without a change, replaced by an edit and removed by a cancellation`()
        async throws
    {
        let centre = InMemoryNotificationCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        let first = await scheduler.reschedule(request(try facts(3)))
        #expect(first.changes?.added.count == 3 && first.failures == [])
        let again = await scheduler.reschedule(request(try facts(3)))
        #expect(again.changes?.isEmpty == true)
        let edited = await scheduler.reschedule(request(try facts(1, version: 2) + facts(3).dropFirst()))
        #expect(edited.changes?.replaced.count == 1 && edited.changes?.added == [] && edited.changes?.removed == [])
        let cancelled = await scheduler.reschedule(request(Array(try facts(3).dropFirst())))
        #expect(cancelled.changes?.removed.count == 1 && cancelled.changes?.added == [])
        #expect(await centre.pending().count == 2)
        await scheduler.reschedule(request([]))
        #expect(await centre.pending() == [])
    }

    @Test func `foreign notifications are never removed, and reduce the room for a plan`() async throws {
        let centre = InMemoryNotificationCentre(limit: 64)
        for number in 0..<62 {
            try await centre.add(PendingNotification(identifier: "other-\(number)", fire: now + 60))
        }
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        let report = await scheduler.reschedule(request(try facts(5)))
        #expect(report.failures == [])
        #expect(report.plan.notifications.count == 1)
        await scheduler.reschedule(request([]))
        #expect(await centre.pending().count == 62)
    }

    @Test func `a stale notification with our prefix is removed, even if its identifier cannot be parsed`() async throws
    {
        let centre = InMemoryNotificationCentre()
        try await centre.add(PendingNotification(identifier: "orbit-notification/of-an-older-app", fire: now + 60))
        await NotificationScheduler(centre: centre, clock: SetClock(now)).reschedule(request([]))
        #expect(await centre.pending() == [])
    }

    @Test(arguments: [NotificationPermission.Status.denied, .notDetermined])
    func `a plan without permission is returned for the inbox, and no notification is scheduled`(
        status: NotificationPermission.Status
    ) async throws {
        let centre = InMemoryNotificationCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        await scheduler.reschedule(request(try facts(3)))
        await centre.setPermission(NotificationPermission(status))
        let report = await scheduler.reschedule(request(try facts(3)))
        #expect(report.plan.notifications.count == 3)
        #expect(report.failures.map(\.error) == [.notPermitted, .notPermitted, .notPermitted])
        #expect(report.permission.status == status)
        #expect(await centre.pending() == [])
    }

    @Test(arguments: [NotificationPermission.Status.provisional, .ephemeral, .authorised])
    func `every kind of granted permission schedules the plan`(status: NotificationPermission.Status) async throws {
        let centre = InMemoryNotificationCentre(permission: NotificationPermission(status, sound: .disabled))
        let report = await NotificationScheduler(centre: centre, clock: SetClock(now)).reschedule(request(try facts(2)))
        #expect(report.failures == [] && report.permission.sound == .disabled)
        #expect(await centre.pending().count == 2)
    }

    @Test func `granting permission schedules the latest plan`() async throws {
        let centre = InMemoryNotificationCentre(permission: NotificationPermission(.notDetermined))
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        await scheduler.reschedule(request(try facts(2)))
        #expect(await centre.pending() == [])
        #expect(try await scheduler.requestPermission().status == .authorised)
        #expect(await centre.pending().count == 2)
    }

    @Test func `a denied permission is not requested again`() async {
        let centre = InMemoryNotificationCentre(permission: NotificationPermission(.denied))
        #expect(await centre.requestPermission().status == .denied)
    }

    @Test func `refused, lost and excess notifications are reported, and the next plan adds them`() async throws {
        let centre = FaultyCentre(limit: 3)
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        let ids = NotificationPlanner.plan(request(try facts(5)), now: now).notifications.map(\.identifier.rawValue)
        await centre.misbehave(refusing: [ids[0]], forgetting: [ids[1]])
        let report = await scheduler.reschedule(request(try facts(5)))
        #expect(report.failures.map(\.identifier) == [ids[0], ids[1]])
        #expect(report.failures.map(\.error) == [.refused("told to"), .lost])
        await centre.misbehave()
        let next = await scheduler.reschedule(request(try facts(5)))
        #expect(next.failures.map(\.error) == [.full(limit: 3), .full(limit: 3)])
        #expect(next.delivered.isEmpty)
        await scheduler.reschedule(request(Array(try facts(5).prefix(3))))
        #expect(await centre.pending().map(\.identifier) == Array(ids.prefix(3)))
    }

    @Test func `a refused replacement still removes the old version`() async throws {
        let centre = FaultyCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        await scheduler.reschedule(request(try facts(1)))
        await centre.misbehave(refusing: Set(await centre.pending().map(\.identifier)))
        let report = await scheduler.reschedule(request(try facts(1, version: 2)))
        #expect(report.failures.count == 1)
        #expect(await centre.pending() == [])
    }

    @Test func `a failing centre is reported, and the plan is still returned`() async throws {
        let scheduler = NotificationScheduler(centre: BrokenCentre(), clock: SetClock(now))
        let report = await scheduler.reschedule(request(try facts(2)))
        #expect(report.plan.notifications.count == 2 && report.changes == nil)
        #expect(report.failures.map(\.error) == [.refused("out of order")])
        await #expect(throws: NotificationSchedulingError.refused("out of order")) {
            try await scheduler.requestPermission()
        }
    }

    @Test func `concurrent plans end with the notifications of the plan that was called last`()
        async throws
    {
        let centre = InMemoryNotificationCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: SetClock(now))
        let all = try facts(5)
        let called = LockedState<[Int]>([])
        let reports = await withTaskGroup(of: (Int, RescheduleResult).self) { group in
            for number in 0..<40 {
                let request = request(Array(all.prefix(number % 5 + 1)))
                group.addTask {
                    (number, await scheduler.reschedule(request, noting: { called.withLock { $0.append(number) } }))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let order = called.withLock { $0 }
        #expect(Set(order) == Set(0..<40) && order.count == 40)
        let last = try #require(order.last.flatMap { reports[$0] })
        #expect(!last.isSuperseded)
        #expect(await centre.pending().map(\.identifier) == last.plan.notifications.map(\.identifier.rawValue))
    }

    @Test func `the question after a meetup is delivered once, even if the meetup changes later`() async throws {
        let clock = SetClock(now)
        let centre = InMemoryNotificationCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: clock)
        func fact(_ version: Int, start: String) throws -> NotificationFact {
            try Samples.fact("m", start, version: version, rules: [.afterMeetup])
        }
        await scheduler.reschedule(request([try fact(1, start: "2026-11-22T12:00:00Z")]))
        clock.set(now + 3 * 3_600)
        await centre.deliverDue(at: clock.date)
        let report = await scheduler.reschedule(request([try fact(2, start: "2026-11-22T14:00:00Z")]))
        #expect(report.plan.notifications == [] && report.delivered.count == 1)
        #expect(await centre.delivered.count == 1)
    }

    @Test func `a notification that the system lost before its time does not count as shown`() async throws {
        let clock = SetClock(now)
        let centre = FaultyCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: clock)
        let wanted = request([try Samples.fact("m", "2026-11-22T13:30:00Z", rules: [.hourBefore])])
        await scheduler.reschedule(wanted)
        let identifiers = await centre.pending().map(\.identifier)
        #expect(identifiers.count == 1)
        await centre.misbehave(refusing: Set(identifiers))
        await centre.remove(identifiers)
        clock.set(now + 600)
        await scheduler.reschedule(wanted)
        clock.set(now + 2_400)
        let report = await scheduler.reschedule(wanted)
        #expect(report.delivered.isEmpty)
    }

    @Test func `a due notification stays pending for a minute, unless its meetup has changed`() async throws {
        for (version, seconds, left) in [(1, 0, 1), (1, 59, 1), (1, 60, 0), (2, 10, 0)] {
            let clock = SetClock(now)
            let centre = InMemoryNotificationCentre()
            let scheduler = NotificationScheduler(centre: centre, clock: clock)
            await scheduler.reschedule(
                request([try Samples.fact("m", "2026-11-22T13:30:00Z", rules: [.hourBefore])]))
            clock.set(now + 1_800 + TimeInterval(seconds))
            await scheduler.reschedule(
                request([try Samples.fact("m", "2026-11-22T13:30:00Z", version: version, rules: [.hourBefore])]))
            #expect(await centre.pending().count == left)
        }
    }

    @Test func `a new zone or a changed clock replans the latest request`() async throws {
        let clock = SetClock(now)
        let centre = InMemoryNotificationCentre()
        let scheduler = NotificationScheduler(centre: centre, clock: clock)
        #expect(await scheduler.reschedule(in: Samples.berlin) == nil)
        let fact = NotificationFact(
            NotificationSubject("m"), title: "M",
            at: AnchoredSpan(.user(try Samples.wall("2026-11-23T15:00:00")), length: .seconds(60)), rules: [.hourBefore]
        )
        await scheduler.reschedule(request([fact]))
        #expect(await centre.pending().map(\.fire) == [try Samples.instant("2026-11-23T13:00:00Z")])
        let report = await scheduler.reschedule(in: try Samples.zone("America/New_York"))
        #expect(report?.changes?.replaced.map(\.fire) == [try Samples.instant("2026-11-23T19:00:00Z")])
        #expect(report?.changes?.added == [] && report?.changes?.removed == [])
        clock.set(now + 10 * 86_400)
        await scheduler.reschedule(in: Samples.berlin)
        #expect(await centre.pending() == [])
        clock.set(now - 10 * 86_400)
        await scheduler.reschedule(in: Samples.berlin)
        #expect(await centre.pending().map(\.fire) == [try Samples.instant("2026-11-23T13:00:00Z")])
    }

    @Test func `words in another language replace pending notifications`() async throws {
        let centre = InMemoryNotificationCentre()
        await NotificationScheduler(centre: centre, clock: SetClock(now)).reschedule(request(try facts(1)))
        let german = LocalizedStrings([LocalizationKey("notification", "hour_before"): "Gleich: {title}"])
        let report = await NotificationScheduler(centre: centre, clock: SetClock(now), words: german)
            .reschedule(request(try facts(1)))
        #expect(report.changes?.replaced.map(\.text) == ["Gleich: Meetup m0"])
    }
}

extension NotificationScheduler {
    /// Calls `note`, then plans. The actor runs nothing between the two calls.
    fileprivate func reschedule(_ request: PlanRequest, noting note: @Sendable () -> Void) async -> RescheduleResult {
        note()
        return await reschedule(request)
    }
}

/// A centre whose calls all fail.
private struct BrokenCentre: NotificationCentre {
    func permission() async -> NotificationPermission { NotificationPermission(.authorised) }
    func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
        throw .refused("out of order")
    }
    func pending() async throws(NotificationSchedulingError) -> [PendingNotification] { throw .refused("out of order") }
    func add(_ notification: PendingNotification) async throws(NotificationSchedulingError) {
        throw .refused("out of order")
    }
    func remove(_ identifiers: [String]) async throws(NotificationSchedulingError) { throw .refused("out of order") }
}

/// A centre that refuses or loses the given identifiers.
private actor FaultyCentre: NotificationCentre {
    private let sound: InMemoryNotificationCentre
    private var refused: Set<String> = []
    private var forgotten: Set<String> = []

    init(limit: Int? = nil) { sound = InMemoryNotificationCentre(limit: limit) }

    func misbehave(refusing refused: Set<String> = [], forgetting forgotten: Set<String> = []) {
        (self.refused, self.forgotten) = (refused, forgotten)
    }

    func permission() async -> NotificationPermission { await sound.permission() }
    func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
        await sound.requestPermission()
    }
    func pending() async -> [PendingNotification] { await sound.pending() }
    func add(_ notification: PendingNotification) async throws(NotificationSchedulingError) {
        if refused.contains(notification.identifier) { throw .refused("told to") }
        if forgotten.contains(notification.identifier) { return }
        try await sound.add(notification)
    }
    func remove(_ identifiers: [String]) async { await sound.remove(identifiers) }
}
