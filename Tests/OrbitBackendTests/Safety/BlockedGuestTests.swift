import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The notice that a blocked person attends a meetup. The blocker gets it before they join, and again while they
/// attend. Other people do not learn about the notice.
@Suite struct BlockedGuestTests {
    private let server = TestServer.onCampus()

    /// Ana hosts, Liam attends.
    private func campus(_ names: String...) async throws -> (people: [Member], id: MeetupID) {
        let people = try await server.members(["maya", "liam", "ana"] + names)
        let id = try await server.host(by: people[2]).id
        try await server.joined(id, by: people[1])
        return (people, id)
    }

    @Test func `a person who joins is warned of a blocked attendee without the attendee's name`() async throws {
        let (people, id) = try await campus()
        _ = try await server.block(people[1].id, by: people[0])
        let told = try await server.slices(of: people) {
            let response = try await server.join(id, by: people[0], key: "k")
            #expect(response.status == 409 && response.code == .blockedPersonAttends)
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(!text.contains(people[1].id.rawValue) && !text.contains("Liam"))
            #expect(response.problem?.details.isEmpty == true)
        }
        // No other person learns about the attempt.
        #expect(told.allSatisfy { $0.events.isEmpty })
        #expect(try await server.attendance(at: id, of: people[0]) == .unrelated)
        #expect(try await server.meetup(id, as: people[2]).goingCount == 2)
        let joined = try await server.joinDespiteBlocks(id, by: people[0]).payload(MeetupListing.self)
        #expect(joined.meetup.attendance == .going)
        #expect(try await server.isBlockedPersonThere(id, for: people[0]))
        // A person who attends already is not warned again.
        #expect(try await server.join(id, by: people[0]).status == 200)
    }

    @Test(arguments: [499, 500])
    func `a person who joins is warned of the people in their latest 500 blocks`(_ laterBlocks: Int) async throws {
        let (people, id) = try await campus()
        _ = try await server.block(people[1].id, by: people[0])
        try await server.storeBlocks(of: people[0], 0..<laterBlocks, isOwn: true, after: 60)
        let response = try await server.join(id, by: people[0])
        #expect(response.code == (laterBlocks < 500 ? .blockedPersonAttends : nil))
    }

    @Test func `at most 50 attendees are notified that a person they have blocked joins`() async throws {
        let (people, id) = try await campus()
        let (guest, crowd, now) = (people[0], try await server.crowd(51), server.clock.date)
        try await server.attend(id, crowd)
        try await server.store.transaction { transaction in
            for blocker in crowd {
                try transaction.put(
                    BlockRecord(blocker: blocker.id, blocked: guest.id, campus: "stanford.edu", blockedAt: now))
            }
        }
        #expect(try await server.joined(id, by: guest) == .going)
        var notified = 0
        for blocker in crowd {
            notified += try await server.kinds(in: blocker.id).count { $0 == .blockedAttendanceChanged }
        }
        #expect(notified == 50)
    }

    @Test func `neither of two people who have blocked each other at the same instant is warned`() async throws {
        let (people, id) = try await campus()
        _ = try await server.block(people[0].id, by: people[1])
        _ = try await server.block(people[1].id, by: people[0])
        let slices = try await server.slices(of: people) {
            let state = try await server.joined(id, by: people[0])
            #expect(state == .going)
        }
        #expect(slices.allSatisfy { !$0.events.contains { $0.kind == .blockedAttendanceChanged } })
    }

    @Test func `a blocker is not notified of the departure of a blocked attendee whose account is erased`()
        async throws
    {
        let (people, id) = try await campus()
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.joinDespiteBlocks(id, by: people[0]).status == 200)
        let slices = try await server.slices(of: [people[0]]) {
            let response = try await server.send(.delete, "/users/me", token: people[1].token)
            #expect(response.status == 200)
            try await server.backend.runScheduledWork()
        }
        #expect(!slices[0].events.contains { $0.kind == .blockedAttendanceChanged })
    }

    @Test func `replies that reveal a blocked attendee are rate limited like attempts to join`() async throws {
        let (people, id) = try await campus()
        _ = try await server.invite([people[0].id], to: id, by: people[2])
        _ = try await server.block(people[1].id, by: people[0])
        let invitation = try #require(try await server.invitations(people[0]).first).invitation.id
        var codes: [ProblemCode?] = []
        for _ in 0..<7 { codes.append(try await server.reply(.yes, to: invitation, by: people[0]).code) }
        #expect(codes.prefix(6).allSatisfy { $0 == .blockedPersonAttends } && codes.last == .rateLimited)
    }

    @Test func `only the blocker is notified when the blocked person joins`() async throws {
        let (people, id) = try await campus("ben")
        let ben = people[3]
        _ = try await server.block(people[0].id, by: people[1])
        let slices = try await server.slices(of: people) {
            let outcome = try await server.joined(id, by: people[0])
            #expect(outcome == .going)
        }
        let event = try #require(slices[1].events.first { $0.kind == .blockedAttendanceChanged })
        #expect(event.subject == nil && event.touches == [.blockedAttendance])
        #expect(
            try event.data(Keyed<BlockedAttendance>.self).value == BlockedAttendance(meetupID: id, isAttended: true))
        for (slice, person) in zip(slices, people) where person.id != people[1].id {
            #expect(!slice.events.contains { $0.kind == .blockedAttendanceChanged })
        }
        #expect(try await server.isBlockedPersonThere(id, for: people[1]))
        #expect(try await !server.isBlockedPersonThere(id, for: people[0]))
        // For the blocked person, the meetup with the blocker is like any other meetup.
        _ = try await server.joined(id, by: ben)
        let left = try await server.slices(of: people) { _ = try await server.attend("leave", id, by: people[0]) }
        let gone = try #require(left[1].events.first { $0.kind == .blockedAttendanceChanged })
        #expect(try !gone.data(Keyed<BlockedAttendance>.self).value.isAttended)
        #expect(try await !server.isBlockedPersonThere(id, for: people[1]))
    }

    /// Compares two servers. On the first, an attendee has blocked Maya. On the second, that attendee has left. Maya
    /// must not see a difference.
    @Test func `joining gives the same response whether an attendee has blocked the caller or has left`() async throws {
        func life(isBlocked: Bool) async throws -> [JSONValue?] {
            let server = TestServer.onCampus(seed: 9)
            let people = try await server.members("maya", "liam", "ana", "ben")
            let id = try await server.host(by: people[2]).id
            try await server.joined(id, by: people[1])
            if isBlocked {
                _ = try await server.block(people[0].id, by: people[1])
            } else {
                _ = try await server.attend("leave", id, by: people[1])
            }
            return [
                try await server.read(id, as: people[0]).data, try await server.join(id, by: people[0]).data,
                try await server.send(.get, "/meetups/\(id)/blocked", token: people[0].token).data,
            ]
        }
        let (one, other) = (try await life(isBlocked: true), try await life(isBlocked: false))
        #expect(!one.contains(nil))
        #expect(one == other)
    }

    @Test func `if two people have blocked each other, only the first blocker is notified`() async throws {
        let (people, id) = try await campus()
        _ = try await server.block(people[0].id, by: people[1])
        server.clock.advance(by: .seconds(60))
        // The second block could be an attempt to learn about the first blocker's meetups.
        _ = try await server.block(people[1].id, by: people[0])
        let slices = try await server.slices(of: people) {
            let outcome = try await server.joined(id, by: people[0])
            #expect(outcome == .going)
        }
        #expect(try await !server.isBlockedPersonThere(id, for: people[0]))
        #expect(try await server.isBlockedPersonThere(id, for: people[1]))
        #expect(slices[1].events.contains { $0.kind == .blockedAttendanceChanged })
        // A renewed block counts as a later block.
        _ = try await server.unblock(people[1].id, by: people[0])
        server.clock.advance(by: .seconds(60))
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await !server.isBlockedPersonThere(id, for: people[0]))
    }

    @Test func `only current attendees cause the notice, and repeated attempts are rate limited`() async throws {
        let (people, id) = try await campus("ben")
        let asked = try await server.host(by: people[2]) { $0.approval = .host }.id
        _ = try await server.join(asked, by: people[1])  // asks, and does not attend
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.join(asked, by: people[0]).status == 200)
        var codes: [ProblemCode?] = []
        for _ in 0..<8 { codes.append(try await server.join(id, by: people[0]).code) }
        #expect(codes.prefix(6).allSatisfy { $0 == .blockedPersonAttends })
        #expect(codes.suffix(2).allSatisfy { $0 == .rateLimited })
        _ = try await server.attend("leave", id, by: people[1])
        #expect(try await server.read(id, as: people[0]).status == 200)
    }

    /// Compares two servers. On the first, the person that Maya has blocked attends. On the second, Ben attends
    /// instead.
    @Test func `a meetup that cannot be joined gives the same response with and without a blocked attendee`()
        async throws
    {
        func life(blockedPersonAttends: Bool) async throws -> [HTTPResponse] {
            let server = TestServer.onCampus(seed: 9)
            var people = try await server.members("maya", "liam", "ana", "ben")
            _ = try await server.block(people[1].id, by: people[0])
            let guest = people[blockedPersonAttends ? 1 : 3]
            let (open, cancelled) = (
                try await server.host(by: people[2]).id, try await server.host(by: people[2]) { $0.title = "Chess" }.id
            )
            let hidden = try await server.host(by: people[2]) { $0.visibility = .invited }.id
            for id in [open, cancelled] { try await server.joined(id, by: guest) }
            _ = try await server.invite([guest.id], to: hidden, by: people[2])
            let invitation = try #require(try await server.invitations(guest).first).invitation.id
            #expect(try await server.reply(.yes, to: invitation, by: guest).status == 200)
            #expect(try await server.cancel(cancelled, by: people[2]).status == 200)
            var responses: [HTTPResponse] = []
            for id in [hidden, cancelled] { responses.append(try await server.join(id, by: people[0])) }
            for id in [hidden, open] {
                responses.append(try await server.send(.get, "/meetups/\(id)/blocked", token: people[0].token))
            }
            try await server.advanceTime(hours: 49, &people)
            responses.append(try await server.join(open, by: people[0]))
            return responses
        }
        let (one, other) = (
            try await life(blockedPersonAttends: true), try await life(blockedPersonAttends: false)
        )
        #expect(one.map(\.code) == [.notFound, .meetupOver, .notFound, .notAttending, .notInTime])
        #expect(one.map(\.status) == other.map(\.status))
        #expect(one.map(\.body) == other.map(\.body))
    }

    @Test func `a person who accepts an invitation gets the notice of a blocked attendee`() async throws {
        let (people, id) = try await campus()
        _ = try await server.invite([people[0].id], to: id, by: people[2])
        _ = try await server.block(people[1].id, by: people[0])
        let invitation = try #require(try await server.invitations(people[0]).first).invitation.id
        #expect(try await server.reply(.yes, to: invitation, by: people[0]).code == .blockedPersonAttends)
        #expect(try await server.reply(.maybe, to: invitation, by: people[0]).status == 200)
        let response = try await server.post(
            "/meetups/invitations/\(invitation)/reply",
            InvitationReplyRequest(reply: .yes, despiteBlocks: true), token: people[0].token)
        #expect(response.status == 200)
        #expect(try await server.attendance(at: id, of: people[0]) == .going)
    }

    @Test func `a person who is approved later is notified then of a blocked attendee`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[2]) { $0.approval = .host }.id
        _ = try await server.block(people[1].id, by: people[0])
        _ = try await server.join(id, by: people[0])
        _ = try await server.join(id, by: people[1])
        let requests = try await server.requests(people[2])
        for request in requests.filter({ $0.person.id == people[1].id }) {
            _ = try await server.decide("approve", request.id, by: people[2])
        }
        let slices = try await server.slices(of: people) {
            for request in requests.filter({ $0.person.id == people[0].id }) {
                _ = try await server.decide("approve", request.id, by: people[2])
            }
        }
        #expect(slices[0].events.contains { $0.kind == .blockedAttendanceChanged })
        #expect(!slices[1].events.contains { $0.kind == .blockedAttendanceChanged })
    }

    @Test(arguments: [true, false])
    func `a meetup of a blocked or blocking host responds like an unknown meetup in every operation`(_ byHost: Bool)
        async throws
    {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[1]).id
        try await server.joined(id, by: people[0])
        let (blocker, blocked) = byHost ? (people[1], people[0]) : (people[0], people[1])
        _ = try await server.block(blocked.id, by: blocker)
        let routes = TestServer.routes.filter {
            $0.path.hasPrefix("/meetups/{meetup_id}") && $0 != SharingRoutes.revoke
        }
        #expect(routes.count > 15)
        for route in routes {
            func send(_ meetup: MeetupID) async throws -> HTTPResponse {
                let path = route.path.replacing("{meetup_id}", with: meetup.rawValue)
                    .replacing("{user_id}", with: people[1].id.rawValue)
                var headers = [("Content-Type", "application/json")]
                if route == MeetupRoutes.edit { headers.append(("If-Match", "*")) }
                let body = Data(
                    #"{"text":"x","user_ids":[],"reason":"weather","hours":4,"title":"x","event_type":"social"}"#.utf8)
                return try await server.send(
                    route.method, path, token: people[0].token, headers: headers, body: body)
            }
            let (hosted, never) = (try await send(id), try await send("never"))
            #expect(hosted.status == never.status && hosted.body == never.body, "\(route)")
            #expect(hosted.status >= 400, "\(route)")
        }
    }

    @Test func `the notice takes a number of store calls that does not grow with the guests`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members((0..<24).map { "person\($0)" })
        let id = try await server.host(by: people[0]).id
        var costs: [Int] = []
        for person in people.dropFirst() {
            store.reset()
            try await server.joined(id, by: person)
            costs.append(store.calls)
        }
        #expect((costs.max() ?? 0) <= (costs.first ?? 0) + 4)
    }
}
