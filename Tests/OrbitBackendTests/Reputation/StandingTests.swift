import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing
import TimeAndChance
import Trust
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct StandingTests {
    private let server = TestServer.onCampus()

    @Test func `a person's own standing has exact attendance counts, reasons and the next step`() async throws {
        var people = try await server.members("ana", "ben", "cem", "dee")
        let new = try await server.ownReputation(people[1])
        #expect(
            new.standing.level == .newcomer && new.attendance == AttendanceCounts() && new.shown == ReputationStats())
        try await server.holdMeetup(&people, host: 0, guests: [1, 2, 3], checkedIn: [1, 2])
        let ben = try await server.ownReputation(people[1])
        #expect(ben.attendance == AttendanceCounts(kept: 1))
        #expect(ben.standing.reasons.contains(TrustReason(.kept, 1)))
        #expect(ben.standing.nextStep?.level == .participant)
        #expect(try await server.ownReputation(people[3]).attendance == AttendanceCounts(noShow: 1))
        #expect(try await server.ownReputation(people[0]).attendance == AttendanceCounts(hosted: 1))
    }

    @Test func `a level follows from facts, and falls with an upheld report`() async throws {
        let server = TestServer.onCampus { $0.unlocks = .standard }
        var people = try await server.members("ana")
        try await server.storeAttendance(of: people[0], hosts: 4, kept: 6)
        #expect(try await server.ownReputation(people[0]).standing.nextStep?.code == .accountAge)
        try await server.pass(hours: 24 * 8, &people)
        let before = try await server.ownReputation(people[0])
        #expect(before.standing.level == .participant && before.allowed.mayInviteStrangers)
        let (id, now) = (people[0].id, server.clock.date)
        try await server.store.transaction { try $0.put(ModerationHistoryRecord(userID: id, upheld: [now])) }
        let after = try await server.ownReputation(people[0])
        #expect(after.standing.level == .newcomer && !after.allowed.mayInviteStrangers)
        #expect(after.standing.nextStep?.code == .reportAge)
    }

    @Test func `other people see rounded numbers, which one more meetup does not change`() async throws {
        var people = try await server.members("ana", "ben", "cem", "dee")
        try await server.storeAttendance(of: people[1], hosts: 5, kept: 8)
        let before = try await server.reputation(of: people[1].id, as: people[0])
        try await server.holdMeetup(&people, host: 0, guests: [1, 2, 3], checkedIn: [2, 3])
        try await server.processScheduledRecords()
        #expect(try await server.reputation(of: people[1].id, as: people[0]).data == before.data)
        #expect(try await server.ownReputation(people[1]).attendance == AttendanceCounts(kept: 8, noShow: 1))
        let stats = try before.payload(Keyed<ReputationStats>.self).value
        #expect(stats.isNew && stats.attendedAtLeast == 5 && stats.reliability == nil)
        try await server.storeAttendance(of: people[1], hosts: 5, kept: 11)
        let later = try await server.reputation(of: people[1].id, as: people[0]).payload(Keyed<ReputationStats>.self)
            .value
        #expect(later.attendedAtLeast == 10 && later.reliability == .high)
    }

    @Test func `reading the reputation of a hidden person gives the response of an unknown person`() async throws {
        let people = try await server.members("ana", "ben", "cem")
        let stranger = try await server.join("eva@uba.edu.ar", profile: .valid("Eva"))
        let nobody = try await server.reputation(of: "none", as: people[0])
        #expect(nobody.status == 404)
        #expect(try await server.reputation(of: stranger.userID, as: people[0]).body == nobody.body)
        _ = try await server.block(people[0].id, by: people[1])
        #expect(try await server.reputation(of: people[1].id, as: people[0]).body == nobody.body)
        #expect(try await server.reputation(of: people[0].id, as: people[1]).body == nobody.body)
        #expect(try await server.reputation(of: people[2].id, as: people[0]).status == 200)
        #expect(try await server.reputation(of: people[0].id, as: people[0]).status == 200)
    }

    @Test func `a standing takes at most five store calls with 400 meetups and 300 ratings`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("ana", "ben")
        try await server.storeAttendance(of: people[0], hosts: 150, kept: 400)
        let id = try await server.host(by: people[1]).id
        let now = server.clock.date.addingTimeInterval(86_400 * 30)
        try await store.transaction { transaction in
            guard let meetup = try MeetupRecord.of(id, in: transaction) else { return }
            for number in 0..<300 {
                let rating = RatingRecord(
                    id: UserRatingID("\(number)"), by: UserID("rater \(number)"), of: people[0].id, at: meetup,
                    CheckedRating(stars: try #require(Stars(4)), tags: [], note: nil, meetAgain: nil), now: now)
                try transaction.put(rating)
                try transaction.put(AttendanceStatisticsRecord(key: "rater \(number)"))
            }
            for number in 0..<100 {
                var other = MeetupRecord(
                    id: MeetupID("m\(number)"),
                    host: try #require(try transaction.get(AccountRecord.self, people[1].id.rawValue)),
                    plan: meetup.plan, square: nil, link: "x", at: server.clock.date)
                var part = GuestRecord(people[0].id, at: &other, .going, since: server.clock.date)
                part.follow(other)
                try transaction.put(other)
                try transaction.put(part)
            }
        }
        let context = server.backend.context
        let (one, two) = try await store.read {
            (
                try $0.get(AccountRecord.self, people[0].id.rawValue),
                try $0.get(AccountRecord.self, people[1].id.rawValue)
            )
        }
        let (account, viewer) = (try #require(one), try #require(two))
        store.reset()
        _ = try await store.read { try StandingReader(context, in: $0, at: now).own(account) }
        #expect(store.calls <= 5)
        store.reset()
        let shown = try await store.read { reader in
            let seen = try VisiblePeople([account.id], for: viewer, matches: [], in: reader).accounts[account.id]
            return try seen.map { try StandingReader(context, in: reader, at: now).shown(of: $0) }
        }
        #expect(store.calls <= 5)
        #expect(shown?.attendedAtLeast == 100)

        // The routes have the same limits, in addition to the calls that find the caller.
        server.clock.advance(to: now)
        let token = try await server.signIn(people[0].address).accessToken
        func calls(_ path: String, _ status: Int) async throws -> Int {
            store.reset()
            #expect(try await server.send(.get, path, token: token).status == status)
            return store.calls
        }
        _ = try await calls("/users/me/reputation", 200)
        // One additional call reads the position of the caller's log.
        let caller = try await calls("/users/me/points?cursor=bad", 422) + 1
        #expect(try await calls("/users/me/reputation", 200) <= caller + 5)
        // One additional call checks whether the person may be seen.
        #expect(try await calls("/users/\(people[1].id)/reputation", 200) <= caller + 6)
    }

    @Test func `a certification is shown in all responses at once, and can be withdrawn`() async throws {
        let people = try await server.members("ana", "ben")
        let meetup = try await server.host(by: people[0])
        func isCertified() async throws -> [Bool] {
            [
                try await server.read(meetup.id, as: people[1]).payload(MeetupListing.self).hostIsCertified,
                try #require(try await server.browse(people[1]).list.elements.first).hostIsCertified,
                try await server.reputation(of: people[0].id, as: people[1]).payload(Keyed<ReputationStats>.self).value
                    .isCertified,
                try await server.ownReputation(people[0]).shown.isCertified,
            ]
        }
        #expect(try await isCertified() == [false, false, false, false])
        #expect(try await !server.backend.certifyHost(EmailAddress("nobody@orbit.example")))
        #expect(try await server.backend.certifyHost(EmailAddress(people[0].address)))
        #expect(try await isCertified() == [true, true, true, true])
        #expect(try await server.backend.certifyHost(EmailAddress(people[0].address), isCertified: false))
        #expect(try await isCertified() == [false, false, false, false])
    }

    @Test func `the host gets a hint of the expected attendance from five guests on`() async throws {
        let people = try await server.members("ana", "ben", "cem", "dee", "eve", "fay", "gus")
        let id = try await server.host(by: people[0]).id
        for guest in people[1...4] { try await server.joined(id, by: guest) }
        #expect(try await server.hint(id, as: people[0]).payload(AttendanceHint.self).expected == nil)
        try await server.joined(id, by: people[5])
        let few = try #require(try await server.hint(id, as: people[0]).payload(AttendanceHint.self).expected)
        #expect((3...5).contains(few.expected) && few.low <= few.expected && few.expected <= few.high)
        #expect(try await server.hint(id, as: people[1]).status == 403)
        // No batch contains the recent no-shows of one guest yet.
        let (guest, now) = (people[1].id.rawValue, server.clock.date)
        try await server.store.transaction { transaction in
            var record = AttendanceStatisticsRecord(key: guest)
            for number in 0..<4 { record.count(.noShow, with: UserID("host \(number)"), at: now) }
            try transaction.put(record)
        }
        #expect(try await server.hint(id, as: people[0]).payload(AttendanceHint.self).expected == few)
        #expect(try await server.hint(id, as: people[6]).code == .forbidden)
        #expect(try await server.cancel(id, by: people[0]).status == 200)
        #expect(try await server.hint(id, as: people[0]).code == .meetupOver)
    }
}
