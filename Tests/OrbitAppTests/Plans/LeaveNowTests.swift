import Foundation
import Meetups
import NetworkingTesting
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

@testable import OrbitApp

@Suite @MainActor struct LeaveNowTests {
    private let campus = SmallCampus()

    @Test func `a meetup with a known travel time is announced five minutes before the user has to leave`() async throws
    {
        campus.travelTime = { $0.place.name == "Court 3" ? .seconds(1_500) : nil }
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        await maya.expect(.leaveNow, at: [meetup.meetup.plan.span.start - 1_500 - 300])
        // The travel time to the other place is unknown.
        try await maya.edit(meetup.id) { $0.entry.place.name = "Court 4" }
        await maya.expect(.leaveNow, at: [])
        await maya.expect(.hourBefore, at: [meetup.meetup.plan.span.start - 3_600])
    }

    @Test func `a travel time that is slow to come delays no other reminder and is planned when it comes`() async throws
    {
        let (answers, answer) = AsyncStream.makeStream(of: Duration.self)
        campus.travelTime = { _ in
            var iterator = answers.makeAsyncIterator()
            return await iterator.next()
        }
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        let start = meetup.meetup.plan.span.start
        await maya.expect(.hourBefore, at: [start - 3_600])
        #expect(maya.fires(.leaveNow).isEmpty)
        answer.yield(.seconds(600))
        await maya.expect(.leaveNow, at: [start - 900])
    }

    @Test func `a refresh asks again, as the user may be elsewhere`() async throws {
        let time = LockedState(Duration.seconds(600))
        campus.travelTime = { _ in time.withLock { $0 } }
        let maya = try await campus.phone("maya")
        let start = try await maya.host(at: campus.clock).meetup.plan.span.start
        await maya.expect(.leaveNow, at: [start - 900])
        time.withLock { $0 = .seconds(1_200) }
        await maya.user.reminders.refresh()
        await maya.expect(.leaveNow, at: [start - 1_500])
    }

    @Test func `a refresh after the sign-out asks for no travel time`() async throws {
        let count = LockedState(0)
        campus.travelTime = { _ in
            count.withLock { $0 += 1 }
            return .seconds(600)
        }
        let maya = try await campus.phone("maya")
        let start = try await maya.host(at: campus.clock).meetup.plan.span.start
        await maya.expect(.leaveNow, at: [start - 900])
        let reminders = maya.user.reminders
        try await maya.app.logout()
        let asked = count.withLock { $0 }
        await reminders.refresh()
        await Task { @MainActor in }.value  // A request that the refresh has begun runs before this task.
        #expect(asked > 0 && count.withLock { $0 } == asked)
    }

    @Test func `a refresh keeps a travel time until the next answer, unless the plan has changed`() async throws {
        let meetup = try await campus.phone("maya").host(at: campus.clock).meetup
        var moved = meetup
        moved.plan.place.name = "Court 4"
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let travel = TravelTimes { $0.place.name == "Court 3" ? .seconds(600) : nil }
        travel.onChange = { change.yield() }
        travel.follow([meetup])
        for await _ in changes { break }
        travel.refresh([meetup])
        #expect(travel.time(to: meetup) == .seconds(600))
        travel.refresh([moved])
        #expect(travel.time(to: moved) == nil && travel.time(to: meetup) == nil)
    }

    @Test func `without a travel time there is no reminder to leave`() async throws {
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        await maya.expect(.hourBefore, at: [meetup.meetup.plan.span.start - 3_600])
        #expect(maya.fires(.leaveNow).isEmpty)
    }
}
