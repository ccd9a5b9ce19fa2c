import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Series of meetups: creation, edits and cancellation with one request.
@Suite struct MeetupSeriesTests {
    private let server = TestServer.onCampus()

    @Test func `a series creates a separate meetup for each occurrence at the same time of day`() async throws {
        let people = try await server.members("maya", "liam")
        let (first, slices) = try await {
            var first: MeetupListing?
            let slices = try await server.slices(of: people) {
                first = try await server.host(by: people[0]) { $0.repeats = "FREQ=WEEKLY;COUNT=12" }
            }
            return (try #require(first), slices)
        }()
        let all = try await server.occurrences(of: first, as: people[0])
        #expect(all.count == 12 && all.first == first && Set(all.map(\.id)).count == 12)
        #expect(slices.map { $0.events.map(\.kind) } == [Array(repeating: .meetupChanged, count: 12), []])
        #expect(Set(try slices[0].events.map { try $0.data(MeetupListing.self) }) == Set(all))
        // Clocks are set forward on 14 March.
        let zone = first.meetup.plan.timeZone
        let walls = all.map { LocalDateTime($0.meetup.plan.span.start, in: zone) }
        #expect(Set(walls.map(\.hourAndMinute)) == ["00:00"])
        #expect(zip(walls, walls.dropFirst()).allSatisfy { $1.day.days(since: $0.day) == 7 })
        #expect(all.map { $0.meetup.series?.occurrence } == walls)
        #expect(Set(all.map { $0.meetup.series?.rule }) == ["FREQ=WEEKLY;COUNT=12"])
        #expect(all.allSatisfy { $0.meetup.plan.span.duration == 7_200 && $0.meetup.plan.place.name == "Court 3" })
        #expect(try await server.mine(people[0], query: "?limit=100") == all)
        // People join one of them.
        try await server.joined(all[3].id, by: people[1])
        #expect(try await server.mine(people[1]).map(\.id) == [all[3].id])
        #expect(
            try await server.occurrences(of: first, as: people[1]).map(\.meetup.attendance).filter { $0 == .going }
                .count
                == 1)
        #expect(try await server.browse(people[1]).list.elements.map(\.meetup.series?.id).count == 12)
    }

    @Test func `a repeated request makes one series, even if the store runs transactions twice`() async throws {
        let server = TestServer.onCampus(store: RetryingStore())
        let people = try await server.members("maya")
        let entry = server.entry { $0.repeats = "FREQ=DAILY;COUNT=3" }
        let first = try await server.create(entry, by: people[0], key: "one")
        #expect(try await server.create(entry, by: people[0], key: "one").body == first.body)
        #expect(try await server.mine(people[0]).count == 3)
        #expect(try await server.kinds(in: people[0].id).filter { $0 == .meetupChanged }.count == 3)
        var other = entry
        other.repeats = "FREQ=DAILY;COUNT=4"
        #expect(try await server.create(other, by: people[0], key: "one").code == .idempotencyKeyReused)
    }

    @Test(arguments: [
        "FREQ=WEEKLY", "FREQ=YEARLY;COUNT=2", "FREQ=DAILY;UNTIL=99991231", "FREQ=DAILY;COUNT=53", "FREQ=DAILY;COUNT=1",
        "FREQ=WEEKLY;BYDAY=SA;COUNT=3", "FREQ=MONTHLY;COUNT=20", "nothing", "",
    ]) func `an unsupported recurrence rule is refused, and no meetup is created`(_ rule: String) async throws {
        let people = try await server.members("maya")
        let response = try await server.create(server.entry { $0.repeats = rule }, by: people[0])
        #expect(response.status == 422 && response.problem?.fields.map(\.path) == ["repeats"])
        let long = try await server.create(
            server.entry(lasting: 25) { $0.repeats = "FREQ=DAILY;COUNT=3" }, by: people[0])
        #expect(long.problem?.fields.map(\.code) == [.overlaps])
        #expect(try await server.mine(people[0]).isEmpty)
    }

    @Test func `each occurrence counts toward the host's limit, and a fifth series in a day is refused`() async throws {
        let people = try await server.members("maya", "liam")
        for hours in [48.0, 51] {
            try await server.host(inHours: hours, by: people[0]) { $0.repeats = "FREQ=WEEKLY;COUNT=52" }
        }
        let entry = server.entry(inHours: 54) { $0.repeats = "FREQ=WEEKLY;COUNT=47" }
        let refused = try await server.create(entry, by: people[0])
        #expect(refused.code == .tooManyMeetups && refused.problem?.details["max"] == .integer(MeetupLimits.maxHosted))
        try await server.host(inHours: 54, by: people[0]) { $0.repeats = "FREQ=WEEKLY;COUNT=46" }
        #expect(try await server.create(server.entry(), by: people[0]).code == .tooManyMeetups)
        let (now, host) = (server.clock.date, people[0].id)
        #expect(
            try await server.store.read { try MeetupRecord.hosted(by: host, in: $0, now: now) }.count == 150)
        // A cancelled meetup makes room for another.
        let next = try #require(try await server.mine(people[0]).first).id
        #expect(try await server.cancel(next, by: people[0]).status == 200)
        #expect(try await server.create(server.entry(), by: people[0]).status == 200)
        for _ in 0..<4 { try await server.host(by: people[1]) { $0.repeats = "FREQ=DAILY;COUNT=2" } }
        let fifth = try await server.create(server.entry { $0.repeats = "FREQ=DAILY;COUNT=2" }, by: people[1])
        #expect(fifth.code == .rateLimited)
        #expect(try await server.create(server.entry(), by: people[1]).status == 200)
    }

    @Test func `an edited occurrence keeps its title and time when following occurrences are edited`() async throws {
        let people = try await server.members("maya", "liam")
        let all = try await server.series(4, by: people[0])
        try await server.joined(all[2].id, by: people[1])
        let moved = all[2].meetup.plan.span.start.addingTimeInterval(86_400)
        try await server.expectEdit(all[2].id, by: people[0], status: 200) {
            $0.title = "Final"
            ($0.start, $0.end) = (moved, moved.addingTimeInterval(3_600))
        }
        var now = try await server.occurrences(of: all[0], as: people[0])
        #expect(now.map(\.meetup.plan.title) == ["Chess", "Chess", "Final", "Chess"])
        #expect(now[2].meetup.series == all[2].meetup.series && now[2].meetup.plan.span.start == moved)
        #expect([0, 1, 3].allSatisfy { now[$0] == all[$0] })
        let edited = try await server.editFollowing(all[1].id, by: people[0]) {
            ($0.title, $0.capacity) = ("Go", 8)
            ($0.start, $0.end) = ($0.start?.addingTimeInterval(3_600), $0.end?.addingTimeInterval(3_600))
        }
        #expect(edited.status == 200)
        now = try await server.occurrences(of: all[0], as: people[0])
        #expect(now.map(\.meetup.plan.title) == ["Chess", "Go", "Final", "Go"])
        #expect(now.map(\.meetup.plan.capacity) == [nil, 8, 8, 8])
        let shifts = zip(now, all).map { $0.meetup.plan.span.start.timeIntervalSince($1.meetup.plan.span.start) }
        #expect(shifts == [0, 3_600, 86_400, 3_600])
        #expect(now.map { $0.meetup.series?.occurrence.hourAndMinute } == ["00:00", "01:00", "01:00", "01:00"])
        #expect(now.map(\.meetup.revision) == [0, 1, 1, 1])
        let seen = try await server.meetup(all[2].id, as: people[1])
        #expect(seen.plan.capacity == 8 && seen.attendance == .going)
        // Guests are notified of the new place in the series, although the meetup begins at the same time.
        let slices = try await server.slices(of: people) {
            let moved = try await server.editFollowing(all[0].id, by: people[0]) {
                ($0.start, $0.end) = ($0.start?.addingTimeInterval(3_600), $0.end?.addingTimeInterval(3_600))
            }
            #expect(moved.status == 200)
        }
        let told = try #require(try slices[1].events.last?.data(MeetupListing.self).meetup)
        #expect(told.series?.occurrence.hourAndMinute == "02:00" && told.plan.span == now[2].meetup.plan.span)
        #expect(try await server.meetup(all[2].id, as: people[1]) == told)
        // A title that is set for one meetup, and then for that meetup and the following meetups, belongs to the series
        // again.
        #expect(try await server.editFollowing(all[2].id, by: people[0]) { $0.title = "Shogi" }.status == 200)
        #expect(try await server.editFollowing(all[0].id, by: people[0]) { $0.title = "Mah-jong" }.status == 200)
        now = try await server.occurrences(of: all[0], as: people[0])
        #expect(Set(now.map(\.meetup.plan.title)) == ["Mah-jong"])
    }

    @Test func `an edit of a series notifies the guests of each changed meetup and voids reconfirmations`() async throws
    {
        var people = try await server.members("maya", "liam", "ana", "noor")
        let all = try await server.series(3, "FREQ=DAILY;COUNT=3", inHours: 30, by: people[0]) { $0.capacity = 2 }
        try await server.joined(all[0].id, by: people[1])
        try await server.joined(all[2].id, by: people[1])
        #expect(try await server.joined(all[2].id, by: people[2]) == .waiting)
        try await server.advanceTime(hours: 10, &people)
        #expect(try await server.attend("reconfirm", all[0].id, by: people[1]).status == 200)
        let slices = try await server.slices(of: people) {
            let edited = try await server.editFollowing(all[0].id, by: people[0]) {
                ($0.start, $0.end, $0.capacity) =
                    ($0.start?.addingTimeInterval(900), $0.end?.addingTimeInterval(900), 3)
            }
            #expect(edited.status == 200)
        }
        #expect(slices[3].events.isEmpty)
        func told(_ index: Int) throws -> [MeetupID] {
            try slices[index].events.filter { $0.kind == .meetupChanged }.map { try $0.data(MeetupListing.self).id }
        }
        #expect(Set(try told(0)) == Set(all.map(\.id)))
        #expect(Set(try told(1)) == [all[0].id, all[2].id])
        #expect(Set(try told(2)) == [all[2].id])
        #expect(try await server.attendance(at: all[0].id, of: people[1]) == .going)
        #expect(try await server.attendance(at: all[2].id, of: people[2]) == .offered)
        // A capacity below the taken places of one meetup is refused, and no meetup is changed.
        let before = try await server.occurrences(of: all[0], as: people[0])
        let crowded = try await server.editFollowing(all[0].id, by: people[0]) { ($0.title, $0.capacity) = ("Go", 2) }
        #expect(crowded.problem?.fields.first?.path == "capacity")
        #expect(crowded.problem?.fields.first?.parameters["min"] == .integer(3))
        #expect(try await server.occurrences(of: all[0], as: people[0]) == before)
    }

    @Test func `an edit of a series needs its version, valid times, and an unchanged recurrence rule`() async throws {
        let people = try await server.members("maya", "liam")
        let all = try await server.series(3, "FREQ=DAILY;COUNT=3", by: people[0])
        func edit(_ code: ProblemCode, _ fields: [String] = [], _ change: (inout MeetupEntry) -> Void) async throws {
            let response = try await server.editFollowing(all[0].id, by: people[0], change)
            #expect(response.code == code && response.problem?.fields.map(\.path) == fields)
        }
        try await edit(.invalidInput, ["end_time"]) { $0.end = $0.start?.addingTimeInterval(25 * 3_600) }
        try await edit(.invalidInput, ["repeats"]) { $0.repeats = "FREQ=DAILY;COUNT=4" }
        try await edit(.invalidInput, ["time"]) {
            let days = Double(MeetupLimits.daysAhead - 3) * 86_400  // the last would be too far ahead
            ($0.start, $0.end) = ($0.start?.addingTimeInterval(days), $0.end?.addingTimeInterval(days))
        }
        let stale = try await server.editFollowing(all[0].id, by: people[0], version: "\"x\"") { $0.title = "Go" }
        #expect(stale.code == .versionConflict)
        let guest = try await server.editFollowing(all[0].id, by: people[1], version: "\"x\"") { $0.title = "Go" }
        #expect(guest.code == .forbidden)
        let unknown = try await server.editFollowing(all[0].id, by: people[0], scope: "all") { $0.title = "Go" }
        #expect(unknown.code == .invalidInput && unknown.problem?.fields.map(\.path) == ["scope"])
        #expect(try await server.occurrences(of: all[0], as: people[0]) == all)
        #expect(
            try await server.editFollowing(all[0].id, by: people[0]) { $0.repeats = "FREQ=DAILY;COUNT=3" }.status == 200
        )
        for number in 0..<6 {
            #expect(try await server.editFollowing(all[0].id, by: people[0]) { $0.title = "\(number)" }.status == 200)
        }
        try await edit(.rateLimited) { $0.title = "Go" }
        try await server.expectEdit(all[0].id, by: people[0], status: 200) { $0.title = "Go" }
        let single = try await server.host(by: people[0])
        #expect(try await server.editFollowing(single.id, by: people[0]) { $0.title = "Go" }.status == 200)
        try await server.expectEdit(single.id, by: people[0], code: .invalidInput) {
            $0.repeats = "FREQ=DAILY;COUNT=3"
        }
    }

    @Test
    func `cancelling the following occurrences closes their invitations and leaves earlier occurrences scheduled`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let all = try await server.series(4, by: people[0]) { $0.capacity = 2 }
        _ = try await server.cancel(all[2].id, by: people[0], reason: .placeUnavailable)
        for number in [0, 1, 3] { try await server.joined(all[number].id, by: people[1]) }
        #expect(try await server.joined(all[3].id, by: people[2]) == .waiting)
        _ = try await server.invite([people[3].id], to: all[3].id, by: people[0])
        let (heard, response) = try await {
            var response: HTTPResponse?
            let heard = try await server.slices(of: people) {
                response = try await server.cancelFollowing(all[1].id, by: people[0], key: "k")
            }
            return (heard, try #require(response))
        }()
        #expect(try response.payload(MeetupListing.self).meetup.status == .cancelled)
        #expect(heard[0].events.filter { $0.kind == .meetupChanged }.count >= 2)
        #expect(heard[1].events.map(\.kind) == [.meetupChanged, .meetupChanged])
        #expect(heard[2].events.map(\.kind) == [.meetupChanged])
        #expect(heard[3].events.map(\.kind) == [.meetupInvitationClosed, .meetupChanged])
        #expect(heard[4].events.isEmpty)
        let now = try await server.occurrences(of: all[0], as: people[4])
        #expect(now.map(\.meetup.status) == [.scheduled, .cancelled, .cancelled, .cancelled])
        #expect(now.map(\.meetup.cancelReason) == [nil, .weather, .placeUnavailable, .weather])
        #expect(try await server.join(all[3].id, by: people[4]).code == .meetupOver)
        #expect(try await server.invitations(people[3]).isEmpty)
        #expect(try await server.attendance(at: all[0].id, of: people[1]) == .going)
        #expect(try await server.browse(people[4]).list.elements.map(\.id) == [all[0].id])
        let count = try await server.kinds(in: people[0].id).count
        #expect(try await server.cancelFollowing(all[1].id, by: people[0], key: "k").body == response.body)
        // A repeated cancellation succeeds and sends no event.
        #expect(try await server.cancelFollowing(all[1].id, by: people[0]).status == 200)
        #expect(try await server.kinds(in: people[0].id).count == count)
        #expect(try await server.cancelFollowing(all[0].id, by: people[1]).code == .forbidden)
        // An edit of the following meetups does not change cancelled meetups.
        #expect(try await server.editFollowing(all[0].id, by: people[0]) { $0.title = "Go" }.status == 200)
        #expect(try await server.meetup(all[3].id, as: people[0]).plan.title == "Chess")
    }

    @Test func `a cancellation of following occurrences may begin at a cancelled occurrence, but not at a past one`()
        async throws
    {
        var people = try await server.members("maya")
        let all = try await server.series(3, "FREQ=DAILY;COUNT=3", by: people[0])
        _ = try await server.cancel(all[1].id, by: people[0])
        #expect(try await server.cancelFollowing(all[1].id, by: people[0]).status == 200)
        #expect(try await server.meetup(all[2].id, as: people[0]).status == .cancelled)
        try await server.advanceTime(hours: 50, &people)
        #expect(try await server.cancelFollowing(all[0].id, by: people[0]).code == .meetupOver)
        #expect(try await server.occurrences(of: all[0], as: people[0]).count == 2)
    }
}
