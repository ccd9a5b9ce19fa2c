import Auth
import Connections
import Discover
import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct SuspensionTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod", "mina")
    }

    /// Suspends a person after a report by `reporter`.
    @discardableResult
    private func suspend(
        _ person: Member, days: Int? = 7, reportedBy reporter: Member, by moderator: Member
    ) async throws -> ModeratedDecision {
        try await server.reported(.person(person.id), by: reporter)
        return try await server.decideFirstCase(days == nil ? .ban : .suspend, days: days, by: moderator)
    }

    @Test func `a suspension ends every token of every session permanently`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        server.clock.advance(by: .seconds(60))
        let second = try await server.signIn(people[1].address)
        let replaced = try await server.refresh(second.refreshToken).payload(AuthGrant.self)
        try await suspend(people[1], reportedBy: people[0], by: people[2])
        for token in [people[1].token, second.accessToken, replaced.accessToken] {
            let response = try await server.me(token)
            #expect(response.status == 401 && response.code == .unauthenticated)
        }
        for token in [second.refreshToken, replaced.refreshToken] {
            let response = try await server.refresh(token)
            #expect(response.code == .sessionEnded)
            #expect(response.problem?.details["reason"] == "suspended")
        }
        // The tokens stay invalid after the suspension.
        var rest = [people[0], people[2]]
        try await server.advanceTime(days: 8, &rest)
        #expect(try await server.trySignIn(people[1].address).response.status == 200)
        #expect(try await server.refresh(replaced.refreshToken).code == .sessionEnded)
    }

    @Test func `a suspension ends an open event stream`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let url = try #require(URL(string: "https://orbit.example/api/events"))
        let stream = try await InProcessTransport(server.backend).open(
            HTTPRequest(
                method: .get, url: url,
                headers: HTTPHeaders(lenient: [
                    ("Authorization", "Bearer \(people[1].token.reveal)"), ("Accept", "text/event-stream"),
                ])))
        _ = try await stream.next()  // the `retry` field
        _ = try await stream.next()  // the position of the log
        try await suspend(people[1], reportedBy: people[0], by: people[2])
        #expect(try await stream.next() == nil)
    }

    @Test func `a suspended person with the right code learns the end of the suspension and can appeal`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let decision = try await suspend(people[1], reportedBy: people[0], by: people[2])
        server.clock.advance(by: .seconds(60))
        let (refused, code) = try await server.trySignIn(people[1].address)
        #expect(refused.status == 403 && refused.code == .accountSuspended)
        let details = try #require(refused.problem?.details)
        #expect(details["decision_id"] == .text(decision.id.rawValue) && details["reason"] == .text("insult"))
        let until = try #require(decision.decision.until)
        #expect(details["until"] == RFC3339.string(from: until).map { .text($0) })
        // A wrong code does not reveal the suspension.
        let wrong = SuspendedRequest(
            email: code.email, code: code.code == "000000" ? "000001" : "000000", challengeID: code.challengeID)
        #expect(try await server.post("/suspension", wrong).code == .codeIncorrect)
        // The right code gives access to the suspension, allows one appeal, and then expires.
        let read = try await server.post("/suspension", code).payload(Page<Decision>.self).list.elements
        #expect(read.map(\.id) == [decision.id])
        let appeal = SuspendedAppealRequest(
            email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id,
            text: "It was not me.")
        #expect(try await server.post("/suspension/appeal", appeal).payload(Keyed<Decision>.self).value.appeal == .open)
        #expect(try await server.post("/suspension/appeal", appeal).code == .codeExpired)
        #expect(try await server.post("/suspension", code).code == .codeExpired)
    }

    @Test func `a suspended person reads their latest 20 decisions, the newest first`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let decision = try await suspend(people[1], reportedBy: people[0], by: people[2])
        try await server.storeDecisions(20, of: people[1].id)
        server.clock.advance(by: .seconds(60))
        let code = try await server.trySignIn(people[1].address).code
        let read = try await server.post("/suspension", code).payload(Page<Decision>.self).list.elements
        #expect(read.map(\.id) == [decision.id] + (1...19).map { DecisionID("\($0)") })
    }

    @Test func `a person who is not suspended finds no suspension and cannot appeal for another person`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let decision = try await suspend(people[1], reportedBy: people[0], by: people[2])
        server.clock.advance(by: .seconds(60))
        let challenge = try await server.challenge(for: people[0].address)
        let code = try server.mailTransport.code(for: people[0].address)
        let own = SuspendedRequest(email: people[0].address, code: code, challengeID: challenge.rawValue)
        #expect(try await server.post("/suspension", own).status == 404)
        let other = SuspendedAppealRequest(
            email: people[0].address, code: code, challengeID: challenge.rawValue, decisionID: decision.id, text: "x")
        #expect(try await server.post("/suspension/appeal", other).status == 404)
    }

    @Test func `a suspended person is hidden like an unknown person until the suspension ends`() async throws {
        var people = try await server.members("maya", "liam", "mod", "ana")
        try await server.matched(people[0], people[1])
        _ = try await server.sentPoke(from: people[1], to: people[3])
        func bytes(_ id: UserID) async throws -> [Data] {
            [
                try await server.send(.get, "/users/\(id)", token: people[0].token).body,
                try await server.poke(id, by: people[3]).body,
            ]
        }
        let slices = try await server.slices(of: [people[0], people[3]]) {
            try await suspend(people[1], reportedBy: people[3], by: people[2])
        }
        #expect(slices[0].events.map(\.kind) == [.personHidden] && slices[0].events[0].subject == people[1].id)
        #expect(slices[1].events.map(\.kind).contains(.personHidden))
        #expect(try await bytes(people[1].id) == bytes("nobody"))
        #expect(try await server.matches(people[0]).list.elements.isEmpty)
        #expect(try await server.incoming(people[3]).list.elements.isEmpty)
        let found = try await server.send(.get, "/discover/users", token: people[3].token)
        #expect(!String(decoding: found.body, as: UTF8.self).contains(people[1].id.rawValue))
        #expect(try await server.kindsAfterSuspension(of: 1, &people) == [.personShown])
        #expect(try await server.matches(people[0]).list.elements.map(\.partnerID) == [people[1].id])
        people[1].token = try await server.signIn(people[1].address).accessToken
        #expect(try await server.matches(people[1]).list.elements.map(\.partnerID) == [people[0].id])
        #expect(try await server.decisions(people[1]).map(\.state) == [.over])
    }

    @Test func `a suspension of seven days ends exactly seven days after its decision`() async throws {
        var people = try await server.members("maya", "liam", "mod")
        try await suspend(people[1], reportedBy: people[0], by: people[2])
        server.clock.advance(by: .seconds(7 * 86_400 - 1))
        let address = people[1].address
        let challenge = try await server.challenge(for: address)
        let code = try server.mailTransport.code(for: address)
        let early = try await server.verify(address, code: code, challenge: challenge)
        #expect(early.status == 403 && early.code == .accountSuspended)
        server.clock.advance(by: .seconds(1))
        people[1].token = try await server.deferringWork {
            try await server.verify(address, code: code, challenge: challenge).payload(AuthGrant.self).accessToken
        }
        #expect(try await server.decisions(people[1]).map(\.state) == [.over])
    }

    @Test func `a suspension leaves meetups that begin at the same instant`() async throws {
        var people = try await server.members("maya", "liam", "mod", "ana")
        let hosted = try await server.host("Chess", inHours: 2, by: people[1])
        let attended = try await server.host("Go", inHours: 2, by: people[3]).id
        try await server.joined(attended, by: people[1])
        server.clock.advance(to: hosted.meetup.plan.span.start)
        try await server.renewSessions(of: &people)
        try await suspend(people[1], reportedBy: people[0], by: people[2])
        let key = GuestRecord.key(attended, people[1].id)
        let (meetup, guest) = try await server.store.read { reader in
            (try MeetupRecord.of(hosted.meetup.id, in: reader), try reader.get(GuestRecord.self, key))
        }
        #expect(meetup?.isCancelled == false && guest?.state == .going)
    }

    @Test func `a suspension sends no event to a person with a block`() async throws {
        let people = try await server.members("maya", "liam", "mod", "ana")
        try await server.matched(people[0], people[1])
        _ = try await server.sentPoke(from: people[0], to: people[3])
        _ = try await server.block(people[1].id, by: people[0])
        let slices = try await server.slices(of: [people[0]]) {
            try await suspend(people[1], reportedBy: people[3], by: people[2])
        }
        #expect(slices[0].events.isEmpty)
    }

    @Test func `a step of a suspension notifies one batch of people, and the next step another batch`() async throws {
        let liam = try await server.members("liam")[0].id
        let senders = try await server.crowd(201)
        let (context, now) = (server.backend.context, server.clock.date)
        try await server.store.transaction { transaction in
            for (number, sender) in senders.enumerated() {
                let id = PokeID("\(number)")
                try transaction.put(
                    PokeRecord(id: id, from: sender.id, to: liam, campus: "stanford.edu", note: .hello, at: now))
            }
            try transaction.put(SuspensionWork(of: liam, .hide, at: now))
        }
        var counts: [Int] = []
        for _ in 0..<2 {
            try await context.commit(at: now) { transaction in
                let work = try #require(try transaction.get(SuspensionWork.self, liam.rawValue))
                #expect(try work.runStep(context, in: transaction))
            }
            var count = 0
            for sender in senders { count += try await server.kinds(in: sender.id).count { $0 == .personHidden } }
            counts.append(count)
        }
        #expect(counts == [SuspensionWork.batch, 2 * SuspensionWork.batch])
    }

    @Test func `a suspension cancels hosted meetups, notifies guests and ends attendances`() async throws {
        let people = try await server.members("maya", "liam", "mod", "ana")
        let hosted = try await server.host("Chess", by: people[1]).id
        let waiting = try await server.host("Go", by: people[1]) { $0.approval = .host }.id
        for guest in [people[0], people[3]] { try await server.joined(hosted, by: guest) }
        try await server.joined(waiting, by: people[0])
        let other = try await server.host("Run", by: people[3]) { $0.capacity = 2 }.id
        try await server.joined(other, by: people[1])
        try await server.joined(other, by: people[0])
        let slices = try await server.slices(of: [people[0], people[3]]) {
            try await suspend(people[1], reportedBy: people[3], by: people[2])
        }
        let told = try slices[0].events.filter { $0.kind == .meetupCalledOff }
            .map { try $0.data(CancelledMeetup.self).title }
        #expect(Set(told) == ["Chess", "Go"])
        #expect(slices[1].events.filter { $0.kind == .meetupCalledOff }.count == 1)
        #expect(try await server.read(hosted, as: people[0]).status == 404)
        #expect(try await server.mine(people[0]).map(\.id) == [other])
        // Their place is free.
        #expect(try await server.attendance(at: other, of: people[0]) == .offered)
        #expect(try await server.attendees(other, as: people[3]).allSatisfy { $0.person.id != people[1].id })
        let reason = try await server.store.read { try MeetupRecord.of(hosted, in: $0)?.cancelReason }
        #expect(reason == .hostUnavailable)
    }

    @Test func `a calendar address is not found during a suspension`() async throws {
        var people = try await server.members("maya", "liam", "mod")
        let address = try await server.send(.post, "/meetups/calendar", token: people[1].token)
            .payload(NewCalendarAddress.self)
        let path = "/calendars/\(address.token.reveal)/meetups.ics"
        #expect(try await server.send(.get, path).status == 200)
        let decision = try await suspend(people[1], reportedBy: people[0], by: people[2])
        let nothing = try await server.send(.get, "/calendars/\(String(repeating: "0", count: 64))/meetups.ics")
        #expect(try await server.send(.get, path).body == nothing.body)
        #expect(try await server.lift(decision.id, by: people[2]).status == 200)
        #expect(try await server.send(.get, path).status == 200)
        people = []
    }

    @Test func `a ban does not expire and ends with a successful appeal`() async throws {
        var people = try await server.members("maya", "liam", "mod", "mina")
        let decision = try await suspend(people[1], days: nil, reportedBy: people[0], by: people[2])
        #expect(decision.decision.until == nil)
        var others = [people[0], people[2], people[3]]
        try await server.advanceTime(days: 400, &others)
        (people[0], people[2], people[3]) = (others[0], others[1], others[2])
        let (refused, code) = try await server.trySignIn(people[1].address)
        #expect(refused.code == .accountSuspended && refused.problem?.details["until"] == nil)
        let appeal = SuspendedAppealRequest(
            email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id, text: "No.")
        _ = try await server.post("/suspension/appeal", appeal)
        let open = try #require(try await server.appeals(people[3]).first)
        #expect(try await server.decide(open.id, overturns: true, by: people[3]).status == 200)
        #expect(try await server.person(people[1].id, as: people[0]).status == 200)
        server.clock.advance(by: .seconds(60))
        #expect(try await server.trySignIn(people[1].address).response.status == 200)
        let suspended = people[1].id
        #expect(try await server.store.read { try ModerationHistoryRecord.of(suspended, in: $0).upheld }.isEmpty)
    }

    @Test func `the end of one suspension does not end another suspension`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let first = try await suspend(people[1], days: 3, reportedBy: people[0], by: people[2])
        let second = try await suspend(people[1], days: 30, reportedBy: people[0], by: people[2])
        #expect(try await server.lift(first.id, by: people[2]).status == 200)
        #expect(try await server.lift(first.id, by: people[2]).code == .alreadyDecided)
        #expect(try await server.person(people[1].id, as: people[0]).status == 404)
        #expect(try await server.lift(second.id, by: people[2]).status == 200)
        #expect(try await server.person(people[1].id, as: people[0]).status == 200)
    }

    @Test func `a suspended person can be reported, and the case shows the suspension`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await suspend(people[1], reportedBy: people[0], by: people[2])
        try await server.reported(.person(people[1].id), .threat, by: people[0])
        #expect(try await server.queue(people[2]).first?.account == .suspended)
        #expect(try await server.report(.person(people[0].id), by: people[1]).status == 401)
        // The suspension lasts seven days.
        var others = [people[0], people[2]]
        try await server.advanceTime(days: 8, &others)
        let (maya, moderator) = (others[0], others[1])
        let token = try await server.signIn(people[1].address).accessToken
        let person = Member(address: people[1].address, id: people[1].id, token: token)
        let report = try await server.reported(.person(maya.id), .threat, by: person)
        #expect(try await server.reports(person) == [report])
        #expect(try await server.queue(moderator).contains { $0.userID == maya.id })
    }

    @Test func `a suspended moderator cannot read cases`() async throws {
        let people = try await server.members("maya", "mina", "mod")
        try await suspend(people[1], reportedBy: people[0], by: people[2])
        #expect(try await server.send(.get, "/moderation/cases", token: people[1].token).status == 401)
    }

    @Test func `an interrupted suspension already ends sessions and hides the person, and continues later`()
        async throws
    {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("maya", "liam", "mod")
        let id = try await server.host(by: people[1]).id
        try await server.joined(id, by: people[0])
        try await server.reported(.person(people[1].id), by: people[0])
        let statuses = try await server.deferringWork {
            _ = try await server.decideFirstCase(.suspend, days: 7, by: people[2])
            return [
                try await server.me(people[1].token).status,
                try await server.person(people[1].id, as: people[0]).status,
            ]
        }
        #expect(statuses == [401, 404])
        #expect(try await server.store.read { try MeetupRecord.of(id, in: $0)?.isCancelled } == false)
        try await server.reported(.person("nobody"), by: people[0])
        #expect(try await server.store.read { try MeetupRecord.of(id, in: $0)?.isCancelled } == true)
        #expect(
            try await server.store.read { try $0.count(SuspensionWork.self, SuspensionWork.due(at: .distantFuture)) }
                == 0)
    }
}
