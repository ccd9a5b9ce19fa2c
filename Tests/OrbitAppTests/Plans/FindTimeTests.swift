import Calendars
import Connections
import Foundation
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing

/// Times at which two people are both free.
@Suite @MainActor struct FindTimeTests {
    private let campus = SmallCampus()
    private static let newYork = TimeZone(identifier: "America/New_York") ?? .gmt
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func weekly(_ zone: TimeZone, from: Int, to: Int) -> WeeklyAvailability {
        let hours = Weekday.allCases.flatMap { day in (from..<to).compactMap { HourOfWeek(day, hour: $0) } }
        return WeeklyAvailability(timeZone: zone, hours: HourSet(hours))
    }

    /// Maya and Liam, matched, with their hours.
    private func pair(
        _ mine: WeeklyAvailability?, _ theirs: WeeklyAvailability?
    ) async throws -> (maya: Phone, liam: Phone) {
        let liam = try await campus.phone("liam") { $0.availability = theirs }
        let maya = try await campus.phone("maya") { $0.availability = mine }
        for phone in [maya, liam] { await phone.user.today.load() }
        await waitUntil { maya.user.today.match.value?.matches.isEmpty == false }
        return (maya, liam)
    }

    private func search(by phone: Phone, with other: Phone) async throws -> FindTimeViewModel {
        let find = phone.user.findTime(with: [try other.user.ownID])
        await find.load()
        return find
    }

    @Test func `every slot is in the hours of both people, after the minimum notice, with local times`() async throws {
        let (mine, theirs) = (weekly(Self.newYork, from: 9, to: 12), weekly(Self.berlin, from: 16, to: 20))
        let (maya, liam) = try await pair(mine, theirs)
        let find = try await search(by: maya, with: liam)
        #expect(find.slots.count == 5 && find.obstacles.isEmpty)
        let all = try #require(find.times?.slots)
        for slot in all {
            for second in stride(from: 0.0, to: slot.span.duration, by: 900) {
                let instant = slot.span.start + second
                #expect(mine.contains(instant) && theirs.contains(instant))
            }
            #expect(slot.span.duration == 3_600 && slot.requiredMissing == 0)
            #expect(slot.span.start >= campus.date(inHours: 24) && slot.span.end <= campus.date(inHours: 24 * 14))
        }
        #expect(find.slots.allSatisfy(all.contains))
        let attendance = find.attendance(at: try #require(find.slots.first))
        #expect(attendance.map(\.zone) == [Self.newYork, Self.berlin])
        #expect(attendance.allSatisfy { $0.status == .available })
        #expect(attendance.map { $0.start.secondOfDay / 3_600 } == [10, 16])
        find.duration = 3 * 3_600
        #expect(find.slots.isEmpty && !find.obstacles.isEmpty)
    }

    @Test func `both people find the same slots`() async throws {
        let (maya, liam) = try await pair(
            weekly(Self.newYork, from: 9, to: 12), weekly(Self.berlin, from: 16, to: 20))
        let (one, other) = (try await search(by: maya, with: liam), try await search(by: liam, with: maya))
        #expect(!one.slots.isEmpty && one.slots.map(\.span) == other.slots.map(\.span))
    }

    @Test func `a planned meetup removes overlapping slots, and its cancellation restores them`() async throws {
        let hours = weekly(Self.newYork, from: 9, to: 12)
        let (maya, liam) = try await pair(hours, hours)
        let find = try await search(by: maya, with: liam)
        let free = try #require(find.times?.slots)
        let best = try #require(find.slots.first)
        let meetup = try await maya.host(at: campus.clock) {
            $0.start = LocalTimeField(best.span.start, in: $0.zone)
            $0.end = LocalTimeField(best.span.end, in: $0.zone)
        }
        let left = try #require(find.times?.slots)
        #expect(!left.isEmpty && left.count < free.count)
        #expect(left.allSatisfy { !$0.span.overlaps(best.span) })
        #expect(await maya.opened(meetup.id).cancel(because: .other) == .done)
        #expect(find.times?.slots == free)
    }

    @Test(arguments: [true, false])
    func `there are no slots while either person shows no hours`(isOwn: Bool) async throws {
        let hours = weekly(Self.newYork, from: 9, to: 12)
        let (maya, liam) = try await pair(isOwn ? nil : hours, isOwn ? hours : nil)
        let find = try await search(by: maya, with: liam)
        #expect(
            find.person(try liam.user.ownID).value != nil && find.times == nil && find.slots.isEmpty
                && find.obstacles.isEmpty)
    }

    @Test(arguments: [0, -60, Double.infinity, Double.nan])
    func `a length that no meetup can have gives no slots`(duration: TimeInterval) async throws {
        let hours = weekly(Self.newYork, from: 9, to: 12)
        let (maya, liam) = try await pair(hours, hours)
        let find = try await search(by: maya, with: liam)
        find.duration = duration
        #expect(find.slots.isEmpty)
        (find.duration, find.days, find.leadTime) = (3_600, .max, duration)
        #expect(find.slots.isEmpty == !(duration == 0))
        (find.days, find.leadTime) = (.min, 0)
        #expect(find.slots.allSatisfy { $0.span.end <= campus.date(inHours: 24) })
    }

    @Test func `the best slot becomes a planned meetup, and the invited person can accept`() async throws {
        let hours = weekly(Self.newYork, from: 9, to: 12)
        let (maya, liam) = try await pair(hours, hours)
        let find = try await search(by: maya, with: liam)
        let best = try #require(find.slots.first)
        let form = find.form(for: best)
        #expect(form.isValid && form.draft.entry.title == "Meet Liam")
        #expect(await form.save() == .done)
        let meetup = try #require(form.saved)
        #expect(meetup.meetup.plan.span == best.span && meetup.meetup.plan.visibility == .invited)
        #expect(await find.invite(to: meetup.id) == .done)
        await waitUntil { liam.user.invitations.invitations.known.map(\.meetup.id) == [meetup.id] }
        let invitation = try #require(liam.user.invitations.invitations.known.first)
        #expect(await liam.user.invitations.reply(to: invitation, .yes) == .done)
        await waitUntil { maya.user.myMeetups.meetups.known.first?.meetup.goingCount == 2 }
        #expect(liam.attendance(at: meetup.id) == .going)
    }
}
