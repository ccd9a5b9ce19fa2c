import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Safety
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The limit on events that an account appends to the log of another person.
@Suite struct NoticeBudgetTests {
    /// The maximum number of events in a day by one account in the log of another person.
    private static let maxEvents = 100

    private func like(_ post: String, _ isLiked: Bool, by member: Member, _ server: TestServer) async throws {
        _ = try await server.send(isLiked ? .put : .delete, "/meetups/posts/\(post)/like", token: member.token)
    }

    /// The number of the last event in a person's log.
    private func seq(of person: Member, _ server: TestServer) async throws -> Int {
        try await server.store.read { try LogHead.of(person.id, in: $0)?.seq ?? 0 }
    }

    /// Creates a meetup of the first person with a post of theirs. All other people attend.
    private func post(of people: [Member], _ server: TestServer) async throws -> String {
        let meetup = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(meetup, by: person) }
        return try await server.post(
            "/meetups/\(meetup)/posts", PostRequest(text: "Hello"), token: people[0].token
        ).payload(FeedItem.self).post.id.rawValue
    }

    @Test func `events beyond the budget are dropped, and an hour later one event reloads the affected lists`()
        async throws
    {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "mallory", "ana")
        let post = try await post(of: people, server)
        let before = try await seq(of: people[0], server)
        for number in 0..<100 { try await like(post, number.isMultiple(of: 2), by: people[1], server) }
        let after = try await seq(of: people[0], server)
        #expect((30...60).contains(after - before))
        // Another account has a budget of its own.
        try await like(post, true, by: people[2], server)
        #expect(try await seq(of: people[0], server) == after + 1)
        server.clock.advance(by: .seconds(3_599))
        try await server.backend.runScheduledWork()
        #expect(try await seq(of: people[0], server) == after + 1)
        server.clock.advance(by: .seconds(1))
        for _ in 0..<2 { try await server.backend.runScheduledWork() }
        let owed = try await server.store.read {
            try LogEntry.list(people[0].id, after + 1...after + 9, in: $0)
        }
        #expect(owed.map(\.kind) == [.meetupPostChanged, .void])
        #expect(owed.last?.touches == [.meetupPosts] && owed.last?.subject == nil)
    }

    @Test func `a block takes effect and appends its event after the budget is used up`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "mallory")
        let post = try await post(of: people, server)
        for number in 0..<100 { try await like(post, number.isMultiple(of: 2), by: people[1], server) }
        let kinds = try await server.appended(to: [people[0]]) {
            let response = try await server.block(people[0].id, by: people[1])
            #expect(response.status == 200)
        }
        #expect(kinds == [[.personHidden]])
        #expect(try await server.person(people[1].id, as: people[0]).status == 404)
    }

    @Test func `a cancelled meetup takes effect after the budget is used up, and the guest's lists are reloaded`()
        async throws
    {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "mallory")
        let id = try await server.host(by: people[1]).id
        try await server.joined(id, by: people[0])
        try await useUp(people[0], by: people[1], server)
        let kinds = try await server.appended(to: [people[0]]) {
            let response = try await server.cancel(id, by: people[1])
            #expect(response.status == 200)
        }
        #expect(kinds == [[]])
        #expect(try await server.meetup(id, as: people[0]).status == .cancelled)
        let before = try await seq(of: people[0], server)
        server.clock.advance(by: .seconds(3_600))
        for _ in 0..<2 { try await server.backend.runScheduledWork() }
        let owed = try await server.store.read {
            try LogEntry.list(people[0].id, before + 1...before + 9, in: $0)
        }
        #expect(owed.map(\.kind) == [.void])
        #expect(Set(owed.flatMap(\.touches)).isSuperset(of: [.meetups, .myMeetups]))
    }

    /// Appends events to the log of a person, all caused by the same other person.
    private func append(_ kinds: [EventKind], to owner: Member, by cause: Member, _ server: TestServer) async throws {
        let now = server.clock.date
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: .orbit) { "epoch" }
            transaction.act(as: cause.id, action: nil)
            for kind in kinds { try transaction.appendUnchecked(kind, to: owner.id, touches: [.meetups]) }
            try transaction.close()
        }
    }

    /// Uses up the budget of one person for the log of another person.
    private func useUp(_ owner: Member, by cause: Member, _ server: TestServer) async throws {
        try await append(Array(repeating: .meetupGone, count: Self.maxEvents), to: owner, by: cause, server)
    }

    @Test func `events that a reload does not replace are appended beyond the budget`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "mallory")
        try await useUp(people[0], by: people[1], server)
        let before = try await server.kinds(in: people[0].id)
        #expect(before.filter { $0 == .meetupGone }.count == 60)
        let kinds: [EventKind] = [.meetupGone, .meetupCalledOff, .personShown, .personHidden, .meetupGone]
        try await append(kinds, to: people[0], by: people[1], server)
        let after = try await server.kinds(in: people[0].id)
        #expect(Array(after.dropFirst(before.count)) == [.meetupCalledOff, .personShown, .personHidden])
    }

    /// Creates a meetup that the first person attends. The first person has blocked the second person, who has used up
    /// the budget.
    private func meetupOfBlocker(_ server: TestServer) async throws -> (people: [Member], meetup: MeetupID) {
        let people = try await server.members("vera", "mallory", "ana")
        let id = try await server.host(by: people[2]).id
        try await server.joined(id, by: people[0])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        try await useUp(people[0], by: people[1], server)
        return (people, id)
    }

    @Test func `a blocked person beyond the budget causes a warning when they join a meetup`() async throws {
        let server = TestServer.onCampus()
        let (people, id) = try await meetupOfBlocker(server)
        let before = try await server.kinds(in: people[0].id).count
        try await server.joined(id, by: people[1])
        let kinds = try await server.kinds(in: people[0].id).dropFirst(before)
        #expect(kinds.contains(.blockedAttendanceChanged))
    }

    @Test func `warnings beyond the budget are limited to two for a meetup and nine in all`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("vera", "mallory", "ana")
        var meetups: [MeetupID] = []
        for number in 0..<6 {
            let id = try await server.host(inHours: 48 + 3 * Double(number), by: people[2]).id
            try await server.joined(id, by: people[0])
            meetups.append(id)
        }
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        try await useUp(people[0], by: people[1], server)
        var warned: [Int] = []
        for id in meetups {
            let before = try await server.kinds(in: people[0].id).count
            for _ in 0..<3 {
                #expect(try await server.joined(id, by: people[1]) == .going)
                #expect(try await server.attend("leave", id, by: people[1]).status == 200)
            }
            let kinds = try await server.kinds(in: people[0].id).dropFirst(before)
            warned.append(kinds.count { $0 == .blockedAttendanceChanged })
        }
        #expect(warned == [2, 2, 2, 2, 1, 0])
    }

    @Test func `beyond the budget, two joins of a blocked person append warnings and leaving appends nothing`()
        async throws
    {
        let server = TestServer.onCampus()
        let (people, id) = try await meetupOfBlocker(server)
        for _ in 0..<2 {
            let coming = try await server.appended(to: [people[0]]) { _ = try await server.joined(id, by: people[1]) }
            #expect(coming == [[.blockedAttendanceChanged]])
            #expect(try await server.isBlockedPersonThere(id, for: people[0]))
            let leaving = try await server.appended(to: [people[0]]) {
                let response = try await server.attend("leave", id, by: people[1])
                #expect(response.status == 200)
            }
            #expect(leaving == [[]])
        }
        let victim = people[0].id
        let owed = try await server.store.read { try $0.get(PendingReload.self, victim.rawValue) }
        #expect(owed?.lists.contains(.blockedAttendance) == true)
        #expect(try await !server.isBlockedPersonThere(id, for: people[0]))
    }

    /// The blocked person joins six times, accepts five invitations, and takes one offer. The person had joined the
    /// waiting list the day before.
    @Test func `twelve joins of a blocked person at one meetup in a day cause two warnings`()
        async throws
    {
        let server = TestServer.onCampus()
        var people = try await server.members("vera", "mallory", "ana", "ben")
        let id = try await server.host(inHours: 96, by: people[2]) { $0.capacity = 3 }.id
        for guest in [0, 3] { try await server.joined(id, by: people[guest]) }
        #expect(try await server.joined(id, by: people[1]) == .waiting)
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        try await server.advanceTime(hours: 25, &people)
        try await useUp(people[0], by: people[1], server)
        let before = try await server.kinds(in: people[0].id).count
        func act(_ action: String, _ person: Member) async throws {
            #expect(try await server.attend(action, id, by: person).status == 200)
        }
        try await act("leave", people[3])
        try await act("take-offer", people[1])
        try await act("leave", people[1])
        for _ in 0..<6 {
            #expect(try await server.joined(id, by: people[1]) == .going)
            try await act("leave", people[1])
        }
        #expect(try await server.join(id, by: people[1]).code == .rateLimited)
        for _ in 0..<5 {
            #expect(try await server.invite([people[1].id], to: id, by: people[2]).status == 200)
            let invitation = try #require(try await server.invitations(people[1]).first?.invitation.id)
            #expect(try await server.reply(.yes, to: invitation, by: people[1]).status == 200)
            try await act("leave", people[1])
        }
        let refused = try await server.invite([people[1].id], to: id, by: people[2]).payload(InvitedPeople.self).refused
        #expect(refused.map(\.code) == [.rateLimited])
        let kinds = try await server.kinds(in: people[0].id).dropFirst(before)
        #expect(Array(kinds) == [.blockedAttendanceChanged, .blockedAttendanceChanged])
        let victim = people[0].id
        let owed = try await server.store.read { try $0.get(PendingReload.self, victim.rawValue) }
        #expect(owed?.lists.contains(.blockedAttendance) == true)
        #expect(try await !server.isBlockedPersonThere(id, for: people[0]))
    }

    @Test func `a host beyond the budget who admits many blocked people appends two warnings`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members(["vera", "ana"] + (0..<14).map { "guest\($0)" })
        let (owner, host, blocked) = (people[0], people[1], people.dropFirst(2))
        let id = try await server.host(by: host) { $0.approval = .host }.id
        for person in [owner] + blocked { _ = try await server.joinNext(id, by: person) }
        let requests = try await server.requests(host)
        #expect(requests.map(\.person.id) == [owner.id] + blocked.map(\.id))
        func approve(_ requests: ArraySlice<IncomingRequest>) async throws {
            for request in requests {
                #expect(try await server.decide("approve", request.id, by: host).status == 200)
            }
        }
        try await approve(requests.prefix(1))
        for person in blocked { #expect(try await server.block(person.id, by: owner).status == 200) }
        try await useUp(owner, by: host, server)
        let before = try await server.kinds(in: owner.id).count
        try await approve(requests.dropFirst())
        let kinds = try await server.kinds(in: owner.id).dropFirst(before)
        #expect(Array(kinds) == [.blockedAttendanceChanged, .blockedAttendanceChanged])
        let owed = try await server.store.read { try $0.get(PendingReload.self, owner.id.rawValue) }
        #expect(owed?.lists.contains(.blockedAttendance) == true)
    }

    @Test func `a blocked account that joins seventeen meetups all day appends at most 100 events`() async throws {
        let server = TestServer.onCampus()
        var people = try await server.members("vera", "mallory", "ana", "ben")
        var meetups: [MeetupID] = []
        for number in 0..<17 {
            // A host creates at most ten meetups in an hour.
            let host = people[2 + number % 2]
            let id = try await server.host(inHours: 150 + 3 * Double(number), by: host).id
            try await server.joined(id, by: people[0])
            meetups.append(id)
        }
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        for person in people { _ = try await server.send(.put, "/matches/pause", token: person.token) }
        let second = Int(server.clock.date.timeIntervalSince1970) % 86_400
        server.clock.advance(by: .seconds(86_460 - second))
        try await server.advanceTime(days: 0, &people)
        let before = try await server.kinds(in: people[0].id).count
        try await useUp(people[0], by: people[1], server)
        // A person has 100 tries to join in a day.
        for turn in 0..<96 {
            let id = meetups[turn % meetups.count]
            #expect(try await server.joined(id, by: people[1]) == .going)
            #expect(try await server.attend("leave", id, by: people[1]).status == 200)
            guard turn % 4 == 3 else { continue }
            try await server.passMinutes(60)
            try await server.backend.runScheduledWork()
        }
        let kinds = try await server.kinds(in: people[0].id).dropFirst(before)
        #expect(kinds.count <= Self.maxEvents, "\(kinds.count)")
        let (warnings, reloads) = (kinds.count { $0 == .blockedAttendanceChanged }, kinds.count { $0 == .void })
        #expect(warnings == 9)
        #expect((20...24).contains(reloads), "\(reloads)")
        #expect(try await !server.isBlockedPersonThere(meetups[0], for: people[0]))
    }

    @Test func `guests whose logs the host has filled are notified when a moderator removes the meetup`() async throws {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("vera", "mallory", "mod")
        let removed = try await server.host("Chess", by: people[1]).id
        let cancelled = try await server.host("Go", by: people[1]).id
        for id in [removed, cancelled] { try await server.joined(id, by: people[0]) }
        try await server.reported(.meetup(removed), by: people[0])
        try await useUp(people[0], by: people[1], server)
        let before = try await server.kinds(in: people[0].id).count
        // The budget of the host is used up, so a request of the host appends no event. The decision of a moderator
        // does.
        #expect(try await server.cancel(cancelled, by: people[1]).status == 200)
        #expect(try await server.kinds(in: people[0].id).count == before)
        _ = try await server.decideFirstCase(.removeContent, by: people[2])
        let kinds = try await server.kinds(in: people[0].id).dropFirst(before)
        #expect(kinds.contains(.meetupChanged))
    }

    @Test func `people whose logs the owner has filled are notified when a moderator removes a photo`() async throws {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("vera", "mallory", "mod")
        try await server.matched(people[0], people[1])
        let photo = try await server.upload(TestImage.png(), token: people[1].token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid("Mallory")
        profile.photos = [photo]
        try await server.save(profile, token: people[1].token)
        try await server.reported(.photo(photo.id, of: people[1].id), by: people[0])
        try await useUp(people[0], by: people[1], server)
        let before = try await server.kinds(in: people[0].id).count
        _ = try await server.decideFirstCase(.removeContent, by: people[2])
        let kinds = try await server.kinds(in: people[0].id).dropFirst(before)
        #expect(kinds.contains(.personChanged))
    }

    /// Sends requests for every operation of the contract, and many requests for operations that an account can repeat.
    @Test(arguments: [1, 2, 3])
    func `random requests of an account append at most 100 events to another log in a day`(_ seed: UInt64)
        async throws
    {
        let world = try await BlockWorld.with(.match)
        var attack = try LogFloodingAttack(world: world, random: SplitMix64(seed: seed))
        try await attack.prepare()
        let (server, victim) = (world.server, world.pair[1])
        let before = try await seq(of: victim, server)
        for _ in 0..<900 { try await attack.doSomething() }
        let owed = try await server.store.read { try $0.get(PendingReload.self, victim.id.rawValue) }
        #expect(owed?.lists.contains(.meetupPosts) == true)
        try await attack.finish()
        let appended = try await seq(of: victim, server) - before
        // Earlier events between the two people have used up a part of the budget.
        #expect(appended >= 30 && appended <= Self.maxEvents, "\(appended)")
    }

    /// Sends the same requests as a blocked person. The blocker attends the same meetups, which a third person hosts.
    @Test(arguments: [1, 2, 3])
    func `a blocked account appends at most 100 events to another log, including at most nine warnings`(
        _ seed: UInt64
    ) async throws {
        let world = try await BlockWorld.with(.match)
        var attack = try LogFloodingAttack(world: world, random: SplitMix64(seed: seed))
        try await attack.prepareBlocked()
        let (server, victim) = (world.server, world.pair[1])
        let before = try await server.kinds(in: victim.id).count
        try await useUp(victim, by: world.pair[0], server)
        let first = try await seq(of: victim, server)
        for _ in 0..<300 { try await attack.doSomething() }
        let owed = try await server.store.read { try $0.get(PendingReload.self, victim.id.rawValue) }
        #expect(owed?.lists.contains(.blockedAttendance) == true)
        try await attack.finish()
        let kinds = try await server.kinds(in: victim.id).dropFirst(before)
        let warnings = kinds.count { $0 == .blockedAttendanceChanged }
        #expect(kinds.count <= Self.maxEvents, "\(kinds.count)")
        #expect((1...9).contains(warnings), "\(warnings)")
        let last = try await seq(of: victim, server)
        let warned = try await server.store.read { reader in
            try LogEntry.list(victim.id, first...last, in: reader)
                .filter { $0.kind == .blockedAttendanceChanged }.compactMap(\.data)
        }
        var byMeetup: [MeetupID: Int] = [:]
        for data in warned {
            let attendance = try OrbitJSON.decoder.decode(Keyed<BlockedAttendance>.self, from: data).value
            byMeetup[attendance.meetupID, default: 0] += 1
        }
        #expect(byMeetup.values.reduce(0, +) == warnings)
        #expect(byMeetup.values.allSatisfy { $0 <= 2 }, "\(byMeetup)")
    }
}
