import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The delivery of alerts by several servers and after a crash, and the limits on the mails to one contact.
@Suite struct AlertTests {
    private let server = TestServer.onCampus()

    @Test func `many servers on one store write one message`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        for person in people { _ = try await server.checkIn(by: person) }
        try await server.passMinutes(75)
        let configuration = server.backend.context.configuration
        let backends = (0..<8).map {
            OrbitBackend(
                store: server.store, time: server.clock, random: .seeded(UInt64(100 + $0)), configuration: configuration
            )
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for backend in backends {
                for _ in 0..<4 { group.addTask { try await backend.runScheduledWork() } }
            }
            try await group.waitForAll()
        }
        #expect(server.messages().count == 3)
        #expect(Set(server.messages().map(\.id)).count == 3)
    }

    @Test func `a transaction that the store runs twice sends one message`() async throws {
        let server = TestServer(store: RetryingStore())
        let maya = try await server.members("maya")[0]
        _ = try await server.checkIn(by: maya)
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
    }

    @Test func `messages are sent by scheduled work and not by a request`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.checkIn(by: people[0])
        try await server.passMinutes(75)
        _ = try await server.deferringWork { try await server.poke(people[0].id, by: people[1]) }
        #expect(server.messages().isEmpty)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
    }

    /// The server ends after it has noted the attempt and before its mail transport has responded. The message may have
    /// been sent.
    @Test
    func `an attempt without an outcome is repeated with the same identifier, a bounded number of times`() async throws
    {
        let maya = try await server.members("maya")[0]
        let id = try await server.checkIn(by: maya).id
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        let key = AlertRecord.key(.missed, id)
        /// Notes attempts whose outcomes get lost.
        func noteLostAttempts(_ attempts: Int) async throws {
            let now = server.clock.date
            try await server.store.transaction { transaction in
                var alert = AlertRecord(.missed, of: id, at: now)
                let log = LogTransaction(transaction, now: now, features: .orbit, newEpoch: { "x" })
                for _ in 0..<attempts { alert = try alert.noteAttempt(in: log) }
            }
        }
        try await noteLostAttempts(1)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)  // another server may be sending the message
        try await server.passMinutes(5)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 2 && Set(server.messages().map(\.id)) == [key])
        try await server.passMinutes(60)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 2)
        for (attempts, messages) in [(7, 3), (8, 3)] {
            try await noteLostAttempts(attempts)
            try await server.passMinutes(5)
            try await server.backend.runScheduledWork()
            #expect(server.messages().count == messages)
        }
        #expect(try await server.store.read { try $0.get(AlertRecord.self, key) } == nil)
    }

    @Test func `an all-clear is not sent for an alert that was never attempted`() async throws {
        let maya = try await server.members("maya")[0]
        let id = try await server.checkIn(by: maya).id
        try await server.passMinutes(75)
        // A server marks the check-in as missed, and ends before it sends the alert.
        let now = server.clock.date
        try await server.store.transaction { transaction in
            var record = try #require(try transaction.get(CheckInRecord.self, id.rawValue))
            record.end(.missed, at: now)
            try transaction.put(record)
            try transaction.put(AlertRecord(.missed, of: id, at: now))
        }
        #expect(try await server.safe(id, by: maya).status == 200)
        try await server.backend.runScheduledWork()
        #expect(server.messages().isEmpty)
    }

    @Test func `each alert is sent once if the clock jumps ahead and is then set back`() async throws {
        var people = try await server.members("maya", "liam")
        let checkIn = try await server.checkIn(by: people[0])
        server.clock.advance(by: .seconds(400 * 86_400))
        for index in people.indices { people[index].token = try await server.signIn(people[index].address).accessToken }
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
        server.clock.jumpDate(by: .seconds(-400 * 86_400))
        try await server.backend.runScheduledWork()
        try await server.passMinutes(120)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
        #expect(try await server.safe(checkIn.id, by: people[0]).status == 200)
        #expect(server.messages().count == 2)
    }

    @Test func `one person cannot fill a mailbox`() async throws {
        var maya = try await server.members("maya")
        var set = 0
        for round in 0..<9 {
            for _ in 0..<6
            where try await server.setCheckIn(server.checkInEntry(inMinutes: 5), by: maya[0]).status == 200 {
                set += 1
            }
            try await server.passMinutes(20)
            try await server.backend.runScheduledWork()
            server.clock.advance(by: .seconds(7_200))
            // Each sign-in has its own network address, because one address may not request so many codes in a day.
            maya[0].token = try await server.signIn(maya[0].address, origin: "192.0.2.\(round)").accessToken
        }
        #expect(set <= 6 && server.messages().count == set)
        let refused = try await server.setCheckIn(server.checkInEntry(inMinutes: 5), by: maya[0])
        #expect(refused.code == .rateLimited && (refused.problem?.retryAfter ?? 0) > 0)
        // Many check-ins in sequence cannot fill the mailbox either.
        for _ in 0..<40 {
            try await server.advanceTime(days: 1, &maya)
            for _ in 0..<5 { _ = try await server.setCheckIn(server.checkInEntry(inMinutes: 5), by: maya[0]) }
            try await server.passMinutes(20)
            try await server.backend.runScheduledWork()
        }
        #expect(server.messages().count < 60)
    }

    @Test func `a limit on new check-ins protects a mailbox, and accepted check-ins still send alerts`() async throws {
        let people = try await server.members((0..<12).map { "person\($0)" })
        var set = 0
        for person in people {
            for _ in 0..<2
            where try await server.setCheckIn(server.checkInEntry(inMinutes: 5), by: person).status == 200 { set += 1 }
        }
        #expect(set == 24)
        try await server.passMinutes(20)
        try await server.backend.runScheduledWork()
        // The limit never holds back the alert of an accepted check-in.
        #expect(server.messages().count == 24)
        let next = try await server.members("ben")[0]
        #expect(try await server.setCheckIn(server.checkInEntry(), by: next).code == .rateLimited)
        let other = CheckInContact(name: "Dad", email: "dad@family.example")
        #expect(try await server.setCheckIn(server.checkInEntry(to: other), by: next).status == 200)
    }

    private func refusalToken(_ mail: OutgoingMail) throws -> String {
        let link = try #require(
            mail.text.split(separator: " ").last { $0.hasPrefix("https://orbit.example/contacts/") })
        return String(link.dropFirst("https://orbit.example/contacts/".count))
    }

    @Test func `a contact who opts out gets no more mail, and owners with open check-ins get an event`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.checkIn(inMinutes: 5, by: people[0])
        let running = try await server.checkIn(inMinutes: 60, by: people[1])
        try await server.passMinutes(20)
        try await server.backend.runScheduledWork()
        let token = try refusalToken(try #require(server.messages().first))
        let slices = try await server.slices(of: people) {
            let outcome = try await server.send(.post, "/check-in-contacts/\(token)/refuse").status
            #expect(outcome == 200)
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[], [.checkInChanged]])
        #expect(try await server.checkIns(people[1]).first?.isContactRefusing == true)
        #expect(
            try await server.setCheckIn(
                server.checkInEntry(to: CheckInContact(name: "X", email: "MUM@Family.example")), by: people[0]
            ).code
                == .contactRefuses)
        try await server.passMinutes(60)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
        let missed = try #require(try await server.checkIns(people[1]).first)
        #expect(missed.id == running.id && missed.state == .missed && missed.alertedAt == nil)
        // The contact may accept messages again. All messages to the contact have the same secret.
        #expect(try await server.send(.post, "/check-in-contacts/\(token)/accept").status == 200)
        _ = try await server.checkIn(inMinutes: 5, by: people[1])
        try await server.passMinutes(20)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 2)
        #expect(try refusalToken(try #require(server.messages().last)) == token)
    }

    @Test func `opening a link does not opt out, and wrong secrets get equal responses and write nothing`() async throws
    {
        let store = CountingStore()
        let server = TestServer(store: store)
        let maya = try await server.members("maya")[0]
        _ = try await server.checkIn(inMinutes: 5, by: maya)
        try await server.passMinutes(20)
        try await server.backend.runScheduledWork()
        let token = try refusalToken(try #require(server.messages().first))
        #expect(try await server.send(.get, "/check-in-contacts/\(token)/refuse").status == 405)
        let never = try await server.send(.post, "/check-in-contacts/\(String(repeating: "0", count: 64))/refuse")
        #expect(never.status == 404)
        store.reset()
        for guess in [
            "x", "%00", "A" + token.dropFirst(), String(repeating: "a", count: 5_000), token + "0", "..%2F..",
        ] {
            for action in ["refuse", "accept"] {
                let response = try await server.send(.post, "/check-in-contacts/\(guess)/\(action)")
                #expect(response.status == 404 && response.body == never.body)
            }
        }
        #expect(store.transactions == 0)
    }

    @Test func `a stored contact contains neither the secret nor the address`() async throws {
        let maya = try await server.members("maya")[0]
        _ = try await server.checkIn(inMinutes: 5, by: maya)
        try await server.passMinutes(20)
        try await server.backend.runScheduledWork()
        let token = try refusalToken(try #require(server.messages().first))
        let address = server.backend.context.contactAddress(try EmailAddress("mum@family.example"))
        let context = server.backend.context
        let contact = try await server.store.read { try ContactRecord.of(address, context, in: $0) }
        let stored = try JSONEncoder().encode(try #require(contact))
        for secret in [token, "mum", "family"] { #expect(!String(decoding: stored, as: UTF8.self).contains(secret)) }
    }

    @Test func `a request takes the same store calls however many alerts are due`() async throws {
        let store = CountingStore()
        let server = TestServer(store: store)
        let people = try await server.members((0..<30).map { "person\($0)" })
        for (index, person) in people.enumerated() {
            _ = try await server.checkIn(
                inMinutes: 5, to: CheckInContact(name: "C", email: "c\(index)@family.example"), by: person)
        }
        func calls(poking person: Member) async throws -> Int {
            store.reset()
            _ = try await server.deferringWork { try await server.poke(person.id, by: people[0]) }
            return store.calls
        }
        let before = try await calls(poking: people[1])
        try await server.passMinutes(20)
        #expect(try await calls(poking: people[2]) == before)
        let sent = server.mailTransport.count
        try await server.backend.runScheduledWork()
        #expect(server.mailTransport.count == sent + 30)
    }
}
