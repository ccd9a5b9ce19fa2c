import Auth
import Connections
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

/// Suspended people who erase their account.
@Suite struct SuspendedErasureTests {
    private let store = CrashingStore()
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod", "mina", store: store)
    }

    /// Creates Maya, Liam, two moderators and a decision. Maya has reported Liam, and a moderator has suspended or
    /// banned him.
    private func suspended(
        days: Int? = nil, before: ([Member]) async throws -> Void = { _ in }
    ) async throws -> (people: [Member], decision: Decision) {
        let people = try await server.members("maya", "liam", "mod", "mina")
        try await before(people)
        try await server.reported(.person(people[1].id), by: people[0])
        let decided = try await server.decideFirstCase(days == nil ? .ban : .suspend, days: days, by: people[2])
        return (people, decided.decision)
    }

    /// Returns a mailed code that was refused at sign-in, because the account is suspended.
    private func code(of address: String) async throws -> SuspendedRequest {
        server.clock.advance(by: .seconds(600))
        let (refused, code) = try await server.trySignIn(address)
        #expect(refused.code == .accountSuspended)
        return code
    }

    private func erase(_ address: String) async throws {
        #expect(try await server.post("/suspension/erase", try await code(of: address)).status == 200)
        try await server.backend.runScheduledWork()
    }

    private func appeal(_ decision: DecisionID, with code: SuspendedRequest) async throws {
        let appeal = SuspendedAppealRequest(
            email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision,
            text: "Nobody was harmed.")
        #expect(try await server.post("/suspension/appeal", appeal).status == 200)
    }

    private func text() throws -> String {
        try store.committed.map { name, record in
            "\(name) \(record.indexEntries) "
                + String(decoding: try JSONEncoder().encode(AnyEncodable(record)), as: UTF8.self)
        }.joined(separator: "\n")
    }

    @Test func `a mailed code erases a suspended account once, with all data of the person`() async throws {
        let (people, _) = try await suspended()
        let code = try await code(of: people[1].address)
        let wrong = SuspendedRequest(
            email: code.email, code: code.code == "000000" ? "000001" : "000000", challengeID: code.challengeID)
        #expect(try await server.post("/suspension/erase", wrong).code == .codeIncorrect)
        #expect(try text().contains(people[1].address))
        #expect(try await server.post("/suspension/erase", code).status == 200)
        #expect(try await server.post("/suspension/erase", code).code == .codeExpired)
        try await server.backend.runScheduledWork()
        let left = try text()
        for trace in [people[1].id.rawValue, "liam", "Liam"] { #expect(!left.contains(trace), "\(trace)") }
    }

    @Test func `a person who is not suspended cannot erase their account by a code`() async throws {
        let (people, _) = try await suspended()
        server.clock.advance(by: .seconds(60))
        let challenge = try await server.challenge(for: people[0].address)
        let own = SuspendedRequest(
            email: people[0].address, code: try server.mailTransport.code(for: people[0].address),
            challengeID: challenge.rawValue)
        #expect(try await server.post("/suspension/erase", own).status == 404)
        #expect(try await server.me(people[0].token).status == 200)
    }

    @Test(arguments: ["liam@stanford.edu", "liam+again@stanford.edu"])
    func `a ban applies to every later account of the mailbox`(_ address: String) async throws {
        let (_, decision) = try await suspended()
        try await erase("liam@stanford.edu")
        // The ban applies again after each erasure.
        for _ in 0..<2 {
            let code = try await code(of: address)
            let read = try await server.post("/suspension", code).payload(Page<Decision>.self).list.elements
            #expect(read.map(\.id) == [decision.id])
            #expect(try await server.post("/suspension/erase", code).status == 200)
            try await server.backend.runScheduledWork()
        }
    }

    @Test func `a temporary suspension ends on its day despite an erasure`() async throws {
        let (people, _) = try await suspended(days: 7)
        try await erase(people[1].address)
        _ = try await code(of: people[1].address)
        var rest = [people[0]]
        try await server.advanceTime(days: 7, &rest)
        #expect(try await server.trySignIn(people[1].address).response.status == 200)
    }

    @Test(arguments: [true, false])
    func `an open appeal is decided after the erasure and then deleted`(_ overturns: Bool) async throws {
        var (people, decision) = try await suspended()
        try await appeal(decision.id, with: try await code(of: people[1].address))
        try await erase(people[1].address)
        #expect(try text().contains("Nobody was harmed."))
        people[3].token = try await server.signIn(people[3].address).accessToken
        let open = try #require(try await server.appeals(people[3]).first)
        #expect(try await server.decide(open.id, overturns: overturns, by: people[3]).status == 200)
        #expect(try !text().contains("Nobody was harmed."))
        #expect(try await server.appeals(people[3]).isEmpty)
        server.clock.advance(by: .seconds(600))
        let back = try await server.trySignIn(people[1].address).response
        #expect(back.code == (overturns ? nil : .accountSuspended))
        #expect(back.status == (overturns ? 200 : 403))
    }

    @Test func `a decided appeal is erased with the account and cannot be made again`() async throws {
        let (people, decision) = try await suspended()
        try await appeal(decision.id, with: try await code(of: people[1].address))
        let open = try #require(try await server.appeals(people[3]).first)
        _ = try await server.decide(open.id, overturns: false, by: people[3])
        try await erase(people[1].address)
        #expect(try !text().contains("Nobody was harmed."))
        // An appeal is possible once per decision, even after an erasure.
        let code = try await code(of: people[1].address)
        let again = SuspendedAppealRequest(
            email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id, text: "Again.")
        #expect(try await server.post("/suspension/appeal", again).code == .alreadyDecided)
    }

    @Test func `people who were notified of a suspension get no event about the erasure except for their report`()
        async throws
    {
        let (people, _) = try await suspended { try await server.matched($0[0], $0[1]) }
        let before = try await server.kinds(in: people[0].id)
        #expect(before.filter { $0 == .personHidden }.count == 1)
        try await erase(people[1].address)
        let after = try await server.kinds(in: people[0].id)
        // The person's own report no longer contains a name.
        #expect(Array(after.dropFirst(before.count)) == [.reportChanged])
        #expect(after.filter { $0 == .personHidden }.count == 1)
    }

    @Test(arguments: 0..<4)
    func `an erasure completes a suspension that was interrupted`(_ commits: Int) async throws {
        let people = try await server.members("maya", "liam", "mod")
        let hosted = try await server.host(by: people[1]).meetup.id
        try await server.joined(hosted, by: people[0])
        try await server.matched(people[0], people[1])
        try await server.reported(.person(people[1].id), by: people[0])
        let file = try #require(try await server.queue(people[2]).first)
        store.crash(.afterCommit(commits))
        _ = try await server.decide(file, .ban, by: people[2])
        store.restart()
        try await erase(people[1].address)
        #expect(try await server.kinds(in: people[0].id).filter { $0 == .personHidden }.count == 1)
        #expect(try await server.store.read { try MeetupRecord.of(hosted, in: $0)?.isCancelled } == true)
        #expect(
            try await server.store.read { try $0.count(SuspensionWork.self, SuspensionWork.due(at: .distantFuture)) }
                == 0)
    }
}
