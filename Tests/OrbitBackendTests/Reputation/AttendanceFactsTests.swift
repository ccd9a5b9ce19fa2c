import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct AttendanceFactsTests {
    private let server = TestServer.onCampus()

    @Test func `attendance, no-shows and hosting are counted once, however often they are read`() async throws {
        var people = try await server.members("ana", "ben", "cem", "dee")
        let id = try await server.host(by: people[0]).id
        for guest in people[1...] { try await server.joined(id, by: guest) }
        try await server.pass(hours: 48, &people)
        for _ in 0..<2 { #expect(try await server.attend("check-in", id, by: people[1]).status == 200) }
        try await server.pass(hours: 0.5, &people)
        #expect(try await server.attend("check-in", id, by: people[2]).status == 200)
        #expect(try await server.facts(people[1]) == AttendanceCounts())
        try await server.pass(hours: 2, &people)

        func check() async throws {
            #expect(try await server.facts(people[0]) == AttendanceCounts(hosted: 1))
            #expect(try await server.facts(people[1]) == AttendanceCounts(kept: 1))
            #expect(try await server.facts(people[2]) == AttendanceCounts(kept: 1, late: 1))
            #expect(try await server.facts(people[3]) == AttendanceCounts(noShow: 1))
        }
        try await check()  // before any count is written
        #expect(try await server.attendance(people[3]).counts == AttendanceCounts())
        for _ in 0..<2 {
            try await server.processScheduledRecords()
            try await check()
        }
        #expect(try await server.attendance(people[3]).counts == AttendanceCounts(noShow: 1))
        #expect(try await server.attendance(people[0]).peopleMet == 2)
        #expect(try await server.attendance(people[1]).peopleMet == 2)
        #expect(try await server.attendance(people[1]).hostsMet == 1)
        #expect(try await server.attendance(people[3]).peopleMet == 0)
        let campus = try await server.store.read {
            try AttendanceStatisticsRecord.of(AttendanceStatisticsRecord.key(ofCampus: "stanford.edu"), in: $0)
        }
        #expect(campus.counts == AttendanceCounts(kept: 2, late: 1, noShow: 1, hosted: 1))
    }

    @Test(arguments: [0, 1])
    func `a cancellation by the host is late from twelve hours before the start on`(_ secondsEarly: Int) async throws {
        var people = try await server.members("ana", "ben")
        let id = try await server.host(inHours: 20, by: people[0]).id
        try await server.joined(id, by: people[1])
        server.clock.advance(by: .seconds(28_800 - secondsEarly))
        try await server.renewSessions(of: &people)
        #expect(try await server.cancel(id, by: people[0]).status == 200)
        try await server.pass(hours: 30, &people)
        #expect(try await server.facts(people[0]) == AttendanceCounts(cancelledLate: 1 - secondsEarly))
    }

    @Test func `a meetup without a check-in counts for neither guests nor host`() async throws {
        var people = try await server.members("ana", "ben", "cem")
        try await server.holdMeetup(&people, host: 0, guests: [1, 2], checkedIn: [])
        try await server.processScheduledRecords()
        for person in people { #expect(try await server.facts(person) == AttendanceCounts()) }
    }

    @Test(arguments: ["time", "place"])
    func `a change of plan counts against a guest only if the guest has agreed to it`(_ what: String) async throws {
        var people = try await server.members("ana", "ben", "cem", "dee", "eve")
        let id = try await server.host(inHours: 48, by: people[0]).id
        for guest in people[1...] { try await server.joined(id, by: guest) }
        try await server.pass(hours: 24, &people)
        let start = server.after(hours: 6)
        try await server.expectEdit(id, by: people[0]) {
            if what == "time" { ($0.start, $0.end) = (start, start.addingTimeInterval(7_200)) }
            $0.place = PlaceEntry(name: "Far away")
        }
        if what == "place" { try await server.pass(hours: 18, &people) }
        #expect(try await server.attend("leave", id, by: people[1]).status == 200)
        #expect(try await server.attendance(at: id, of: people[1]) == .cancelledLate)
        // A guest who reconfirms has agreed to the change. A guest who joins now has agreed too.
        #expect(try await server.attend("reconfirm", id, by: people[2]).status == 200)
        try await server.pass(hours: 7, &people)
        for guest in [people[3]] { #expect(try await server.attend("check-in", id, by: guest).status == 200) }
        try await server.pass(hours: 2, &people)
        #expect(try await server.facts(people[1]) == AttendanceCounts())
        #expect(try await server.facts(people[2]) == AttendanceCounts(noShow: 1))
        // The late arrival does not count, because this guest has not agreed to the change.
        #expect(try await server.facts(people[3]) == AttendanceCounts(kept: 1))
        #expect(try await server.facts(people[4]) == AttendanceCounts())
    }

    @Test func `an approval after a change of plan does not mean that the guest agreed`() async throws {
        var people = try await server.members("ana", "ben", "cem")
        let id = try await server.host(by: people[0]) { $0.approval = .host }.id
        for guest in people[1...] { try await server.joined(id, by: guest) }
        let requests = try await server.requests(people[0])
        _ = try await server.decide(
            "approve", #require(requests.first { $0.person.id == people[2].id }).id, by: people[0])
        server.clock.advance(by: .seconds(60))
        try await server.expectEdit(id, by: people[0]) { $0.place = PlaceEntry(name: "Far away") }
        _ = try await server.decide(
            "approve", #require(requests.first { $0.person.id == people[1].id }).id, by: people[0])
        try await server.pass(hours: 48, &people)
        #expect(try await server.attend("check-in", id, by: people[2]).status == 200)
        try await server.pass(hours: 3, &people)
        #expect(try await server.facts(people[1]) == AttendanceCounts())
        #expect(try await server.facts(people[2]) == AttendanceCounts(kept: 1))
    }

    @Test func `a guest approved at the last minute, long after asking, is not recorded as a no-show`() async throws {
        var people = try await server.members("ana", "ben", "cem", "dee")
        let id = try await server.host(by: people[0]) { $0.approval = .host }.id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: 47, &people)
        for guest in people[2...] { try await server.joined(id, by: guest) }
        for request in try await server.requests(people[0]) {
            #expect(try await server.decide("approve", request.id, by: people[0]).status == 200)
        }
        try await server.pass(hours: 1, &people)
        #expect(try await server.attend("check-in", id, by: people[2]).status == 200)
        try await server.pass(hours: 3, &people)
        #expect(try await server.facts(people[1]) == AttendanceCounts())
        #expect(try await server.facts(people[2]) == AttendanceCounts(kept: 1))
        #expect(try await server.facts(people[3]) == AttendanceCounts(noShow: 1))  // this guest asked only now
    }

    @Test func `a late cancellation is not undone by a new request that is withdrawn`() async throws {
        var people = try await server.members("ana", "ben", "cem", "dee")
        let id = try await server.host(inHours: 12.2, by: people[0]).id
        for guest in people[1...] { try await server.joined(id, by: guest) }
        #expect(try await server.attend("leave", id, by: people[3]).status == 200)  // in good time
        try await server.pass(hours: 6, &people)
        for guest in people[1...2] { #expect(try await server.attend("leave", id, by: guest).status == 200) }
        try await server.expectEdit(id, by: people[0]) { $0.approval = .host }
        for guest in people[1...2] { #expect(try await server.joined(id, by: guest) == .requested) }
        let request = try await server.requests(people[0]).first { $0.person.id == people[2].id }
        _ = try await server.decide("approve", #require(request).id, by: people[0])
        #expect(try await server.attend("leave", id, by: people[1]).status == 200)
        #expect(try await server.attendance(at: id, of: people[1]) == .unrelated)
        try await server.pass(hours: 7, &people)
        #expect(try await server.attend("check-in", id, by: people[2]).status == 200)
        try await server.pass(hours: 3, &people)
        #expect(try await server.facts(people[1]) == AttendanceCounts(cancelledLate: 1))
        #expect(try await server.facts(people[2]).broken == 0)  // this guest has checked in
        #expect(try await server.facts(people[3]) == AttendanceCounts())
        #expect(try await server.facts(people[0]) == AttendanceCounts(hosted: 1))
    }

    @Test func `a late cancellation by the host counts against the host and no guest`() async throws {
        var people = try await server.members("ana", "ben", "cem")
        let (late, early) = (
            try await server.host(inHours: 14, by: people[0]).id, try await server.host(inHours: 40, by: people[0]).id
        )
        let alone = try await server.host(inHours: 15, by: people[0]).id
        for id in [late, early] { for guest in people[1...] { try await server.joined(id, by: guest) } }
        try await server.pass(hours: 6, &people)
        #expect(try await server.attend("leave", late, by: people[1]).status == 200)
        for id in [late, early, alone] { #expect(try await server.cancel(id, by: people[0]).status == 200) }
        try await server.pass(hours: 60, &people)
        try await server.processScheduledRecords()
        #expect(try await server.facts(people[0]) == AttendanceCounts(cancelledLate: 1))
        for guest in people[1...] { #expect(try await server.facts(guest) == AttendanceCounts()) }
    }

    @Test func `no attendance is counted twice when the clock is set back`() async throws {
        var people = try await server.members("ana", "ben", "cem")
        try await server.holdMeetup(&people, host: 0, guests: [1, 2], checkedIn: [1])
        try await server.processScheduledRecords()
        server.clock.jumpDate(by: .seconds(-86_400))
        try await server.processScheduledRecords()
        #expect(try await server.facts(people[2]) == AttendanceCounts(noShow: 1))
        server.clock.jumpDate(by: .seconds(86_400))
        try await server.processScheduledRecords()
        #expect(try await server.facts(people[1]) == AttendanceCounts(kept: 1))
        #expect(try await server.facts(people[2]) == AttendanceCounts(noShow: 1))
    }

    @Test(arguments: [3, 11, 42] as [UInt64])
    func `counted attendance equals a recount of all guests after random actions`(_ seed: UInt64) async throws {
        let server = TestServer.onCampus(seed: seed)
        let random = RandomSource.seeded(seed)
        func below(_ end: Int) -> Int { Int(random.unit() * Double(end)) }
        var people = try await server.members("ana", "ben", "cem", "dee", "eve")
        var all: [MeetupID] = []
        for _ in 0..<3 {
            all.append(try await server.host(inHours: Double(below(30)) + 1, by: people[below(5)]).id)
        }
        var passes = 0
        for _ in 0..<60 {
            let (person, id) = (people[below(5)], all[below(3)])
            switch below(10) {
            case 0...3: _ = try await server.join(id, by: person)
            case 4: _ = try await server.attend("leave", id, by: person)
            case 5, 6: _ = try await server.attend("check-in", id, by: person)
            case 7: if below(8) == 0 { _ = try await server.cancel(id, by: person) }
            case 8 where passes < 8:
                passes += 1
                try await server.pass(hours: Double(below(100)) / 40, &people)
            default: break
            }
        }
        try await server.pass(hours: 48, &people)
        let before = try await facts(of: people, server)
        try await server.processScheduledRecords()
        #expect(try await facts(of: people, server) == before)
        for person in people {
            let recount = try await server.store.read { [all] reader in
                try all.reduce(into: AttendanceCounts()) { counts, id in
                    guard let part = try GuestRecord.of(person.id, at: id, in: reader),
                        let meetup = try MeetupRecord.of(id, in: reader)
                    else { return }
                    #expect(part.isCounted || !part.mayCount)
                    part.outcome(at: meetup, now: server.clock.date).map { counts.count($0) }
                }
            }
            #expect(try await server.attendance(person).counts == recount)
        }
    }

    private func facts(of people: [Member], _ server: TestServer) async throws -> [AttendanceCounts] {
        var all: [AttendanceCounts] = []
        for person in people { all.append(try await server.facts(person)) }
        return all
    }

    @Test func `the weight of meetups with one host is limited`() {
        var record = AttendanceStatisticsRecord(key: "1")
        for _ in 0..<10 { record.count(.kept, with: "friend", at: now) }
        for _ in 0..<6 { record.count(.noShow, with: "foe", at: now) }
        for _ in 0..<3 { record.count(.cancelledLate, with: "foe", at: now) }
        record.count(.noShow, with: "other", at: now)
        record.count(.cancelledLate, with: nil, at: now)
        #expect(record.counts == AttendanceCounts(kept: 10, cancelledLate: 4, noShow: 7))
        #expect(record.weighed() == AttendanceCounts(kept: 3, cancelledLate: 3))
        #expect(record.peopleMet == 1)
        #expect(record.hostsMet == 1)
    }

    @Test func `a record has ties with at most 200 people, and counts these people further`() {
        var record = AttendanceStatisticsRecord(key: "1")
        for number in 1...201 { record.count(.kept, with: UserID("host \(number)"), at: now) }
        record.count(.kept, with: "host 200", at: now)
        #expect(record.peopleMet == 200 && record.hostsMet == 200 && record.counts.kept == 202)
        #expect(record.kept(with: "host 200") == 2 && record.kept(with: "host 201") == 0)
    }

    @Test func `shown attendance changes in batches of ten meetups`() {
        var record = AttendanceStatisticsRecord(key: "1")
        for number in 1...14 {
            record.count(
                number.isMultiple(of: 3) ? .noShow : .kept, with: UserID("host \(max(5, number))"), at: now)
            #expect(record.shown.total == (number < 10 ? 0 : 10))
        }
        #expect(record.counts.total == 14)
    }

    @Test(arguments: [(people: 2, shown: 0), (people: 3, shown: 5)])
    func `the attendance of a person who has met fewer than three people is not shown`(people: Int, shown: Int) {
        var record = AttendanceStatisticsRecord(key: "1")
        for number in 0..<5 { record.count(.kept, with: UserID("host \(number % people)"), at: now) }
        #expect(record.shown.total == shown)
    }

    private let now = Date(timeIntervalSince1970: 1_800_000_000)
}
