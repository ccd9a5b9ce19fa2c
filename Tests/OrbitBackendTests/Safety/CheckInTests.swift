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

@Suite struct CheckInTests {
    private let server = TestServer.onCampus()

    @Test func `a missed check-in sends one mail to the contact, without the plan or the owner's address`() async throws
    {
        let maya = try await server.members("maya")[0]
        let checkIn = try await server.checkIn(by: maya)
        try await server.passMinutes(60 + 15 - 0.1)
        try await server.backend.runScheduledWork()
        #expect(server.messages().isEmpty)
        try await server.passMinutes(0.2)
        for _ in 0..<3 { try await server.backend.runScheduledWork() }
        let mail = try #require(server.messages().first)
        #expect(server.messages().count == 1)
        #expect(mail.subject == "A safety check-in was missed")
        for part in [
            "Hello,\n\n“Maya” asked", "“Maya” calls you:\n> Mum\n", "> I am at the climbing hall.", "told the police",
            "(GMT)",
        ] {
            #expect(mail.text.contains(part), "\(part)")
        }
        #expect(!mail.text.contains("Where “Maya") && !mail.text.contains("maya@"))
        let listed = try #require(try await server.checkIns(maya).first)
        #expect(listed.id == checkIn.id && listed.state == .missed && listed.alertedAt == server.clock.date)
        #expect("\(mail)" == "‹mail›" && "\(mail.content)".contains("climbing") == false)
        #expect(
            try await server.store.read { try $0.count(AlertRecord.self, AlertRecord.due(at: .distantFuture)) } == 0)
    }

    @Test func `a missed check-in is processed after the next request if no scheduled work runs`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        _ = try await server.checkIn(inMinutes: 5, by: people[0])
        try await server.passMinutes(5 + 15)
        _ = try await server.poke(people[2].id, by: people[1])
        #expect(server.messages().count == 1)
        _ = try await server.unmute(people[2].id, by: people[1])
        #expect(server.messages().count == 1)
    }

    @Test func `a person who is safe in time or before the alert causes no mail`() async throws {
        let maya = try await server.members("maya")[0]
        let inTime = try await server.checkIn(inMinutes: 5, by: maya)
        let late = try await server.checkIn(inMinutes: 6, by: maya)
        try await server.passMinutes(5)
        #expect(try await server.safe(inTime.id, by: maya).payload(Keyed<SafetyCheckIn>.self).value.state == .safe)
        try await server.passMinutes(30)
        try await server.deferringWork {
            let checkIns = try await server.checkIns(maya)
            #expect(checkIns.first { $0.id == late.id }?.state(at: server.clock.date) == .missed)
            let safe = try await server.safe(late.id, by: maya).payload(Keyed<SafetyCheckIn>.self).value
            #expect(safe.state == .safe && safe.alertedAt == nil)
        }
        try await server.backend.runScheduledWork()
        #expect(server.messages().isEmpty)
    }

    @Test func `a person who is safe after the alert causes one all-clear mail`() async throws {
        let maya = try await server.members("maya")[0]
        let checkIn = try await server.checkIn(inMinutes: 5, by: maya)
        try await server.passMinutes(20)
        try await server.backend.runScheduledWork()
        for _ in 0..<3 { #expect(try await server.safe(checkIn.id, by: maya).status == 200) }
        try await server.backend.runScheduledWork()
        #expect(server.messages().map(\.subject) == ["A safety check-in was missed", "All clear: the person is safe"])
        #expect(server.messages().last?.text.contains("“Maya” has now said that they are safe") == true)
        #expect(Set(server.messages().map(\.id)).count == 2)
        #expect(try await server.checkIns(maya).map(\.state) == [.safe])
    }

    @Test func `only the owner can extend a check-in, and only before the alert`() async throws {
        let people = try await server.members("maya", "liam")
        let checkIn = try await server.checkIn(inMinutes: 10, by: people[0])
        let never = try await server.safe("never", by: people[1])
        #expect(never.status == 404)
        let later = server.after(hours: 2)
        for response in [
            try await server.safe(checkIn.id, by: people[1]), try await server.callOff(checkIn.id, by: people[1]),
            try await server.extend(checkIn.id, to: later, by: people[1]),
        ] {
            #expect(response.status == 404 && response.body == never.body)
        }
        #expect(try await server.checkIns(people[1]).isEmpty)
        try await server.passMinutes(20)  // due, and not alerted yet
        for _ in 0..<2 {
            let off = try await server.extend(checkIn.id, to: later, by: people[0])
                .payload(Keyed<SafetyCheckIn>.self).value
            #expect(off.dueAt == later && off.extensions == 1)
        }
        let earlier = try await server.extend(checkIn.id, to: server.after(hours: 1), by: people[0])
        #expect(earlier.problem?.fields.map(\.code) == [.notLater])
        try await server.passMinutes(100)
        try await server.backend.runScheduledWork()
        #expect(server.messages().isEmpty)
        try await server.passMinutes(15)
        #expect(try await server.extend(checkIn.id, to: server.after(hours: 3), by: people[0]).code == .checkInOver)
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
        #expect(try await server.callOff(checkIn.id, by: people[0]).code == .checkInOver)
    }

    @Test func `a cancelled check-in sends no mail and cannot be resumed`() async throws {
        let maya = try await server.members("maya")[0]
        let checkIn = try await server.checkIn(by: maya)
        for _ in 0..<2 {
            let off = try await server.callOff(checkIn.id, by: maya).payload(Keyed<SafetyCheckIn>.self).value
            #expect(off.state == .cancelled)
        }
        #expect(try await server.safe(checkIn.id, by: maya).code == .checkInOver)
        #expect(try await server.extend(checkIn.id, to: server.after(hours: 3), by: maya).code == .checkInOver)
        try await server.passMinutes(100)
        try await server.backend.runScheduledWork()
        #expect(server.messages().isEmpty)
    }

    @Test func `an invalid check-in is refused with all wrong fields`() async throws {
        let maya = try await server.members("maya")[0]
        func wrong(_ change: (inout CheckInEntry) -> Void) async throws -> [String] {
            let response = try await server.setCheckIn(server.checkInEntry(change), by: maya)
            #expect(response.code == .invalidInput)
            return response.problem?.fields.map { "\($0.path): \($0.code.rawValue)" } ?? []
        }
        #expect(try await wrong { $0.dueAt = server.after(hours: 4.9 / 60) } == ["due_at: due_too_soon"])
        #expect(try await wrong { $0.dueAt = server.after(hours: 48.01) } == ["due_at: due_too_late"])
        #expect(try await wrong { $0.dueAt = server.after(hours: -1_000_000) } == ["due_at: due_too_soon"])
        #expect(try await wrong { $0.grace = 0 } == ["grace: out_of_range"])
        #expect(try await wrong { $0.grace = .max } == ["grace: out_of_range"])
        #expect(try await wrong { $0.contact.name = " \u{200B} " } == ["contact.name: required"])
        for link in ["https://x.example", "Pay at evil.example", "a@b", "Mum。example", "Mum\u{200B}.example"] {
            #expect(try await wrong { $0.contact.name = link } == ["contact.name: contains_link"])
        }
        #expect(try await wrong { $0.contact.email = "mum" } == ["contact.email: missing_at_sign"])
        #expect(
            try await wrong { $0.contact.email = "mum@family.example\r\nBcc: all@x.example" }
                == ["contact.email: contains_space"])
        #expect(try await wrong { $0.message = String(repeating: "a", count: 1_001) } == ["message: too_long"])
        #expect(try await wrong { $0.sharesPlan = true } == ["share_plan: needs_meetup"])
        #expect(
            try await wrong { ($0.grace, $0.contact.email, $0.contact.name) = (-1, "", "") }
                == ["grace: out_of_range", "contact.name: required", "contact.email: required"])
        #expect(
            CheckInRules.failures(inDue: Date(timeIntervalSince1970: .nan), at: server.clock.date).count == 1)
        for minutes: Double in [5, 48 * 60] {
            #expect(try await server.setCheckIn(server.checkInEntry(inMinutes: minutes), by: maya).status == 200)
        }
    }

    @Test func `five check-ins can run at once, and another after one has ended`() async throws {
        let people = try await server.members("maya", "liam")
        var last: SafetyCheckIn?
        for _ in 0..<CheckInLimits.open { last = try await server.checkIn(by: people[0]) }
        let full = try await server.setCheckIn(server.checkInEntry(), by: people[0])
        #expect(full.code == .limitReached && full.problem?.details["max"] == .integer(5))
        #expect(try await server.setCheckIn(server.checkInEntry(), by: people[1]).status == 200)
        _ = try await server.safe(try #require(last).id, by: people[0])
        #expect(try await server.setCheckIn(server.checkInEntry(), by: people[0]).status == 200)
    }

    @Test func `a repeated request sets one check-in`() async throws {
        let maya = try await server.members("maya")[0]
        let entry = server.checkInEntry()
        let first = try await server.setCheckIn(entry, by: maya, key: "k")
        #expect(try await server.setCheckIn(entry, by: maya, key: "k").data == first.data)
        #expect(try await server.checkIns(maya).count == 1)
        var other = entry
        other.message = "Another"
        #expect(try await server.setCheckIn(other, by: maya, key: "k").code == .idempotencyKeyReused)
    }

    @Test func `an alert contains the current plan with the exact place only if the owner chose so`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[1]).id
        #expect(
            try await server.setCheckIn(
                server.checkInEntry { $0.meetupID = id }, by: people[0]
            ).code == .notAttending)
        try await server.joined(id, by: people[0])
        _ = try await server.checkIn(to: CheckInContact(name: "Dad", email: "dad@family.example"), by: people[0]) {
            $0.meetupID = id
        }
        _ = try await server.checkIn(by: people[0]) { ($0.meetupID, $0.sharesPlan) = (id, true) }
        try await server.expectEdit(id, by: people[1], status: 200) { $0.place.room = "R-18" }
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        let text = try #require(server.messages().first).text
        #expect(text.contains("> Chess\n") && text.contains("R-18") && text.contains("37.4301"))
        #expect(!text.contains("Liam"))
        let plain = try #require(server.mailTransport.mails(to: "dad@family.example").first).text
        #expect(!plain.contains("Chess"))
    }

    /// Otherwise, a hostile host could remove the place from the message by removing the person from the meetup.
    @Test(arguments: ["remove", "block"])
    func `a host who removes or blocks the owner cannot remove the plan from an alert`(_ way: String) async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[1]).id
        try await server.joined(id, by: people[0])
        _ = try await server.checkIn(by: people[0]) { ($0.meetupID, $0.sharesPlan) = (id, true) }
        if way == "block" {
            _ = try await server.block(people[0].id, by: people[1])
        } else {
            _ = try await server.send(
                .post, "/meetups/\(id)/attendees/\(people[0].id)/remove", token: people[1].token)
        }
        // The alert must not contain later changes, which the owner may not see.
        try await server.expectEdit(id, by: people[1], status: 200) { $0.place.room = "R-99" }
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        let text = try #require(server.messages().first).text
        #expect(text.contains("R-17") && !text.contains("R-99"))
    }

    @Test func `the owner's text in an alert is quoted and cannot look like Orbit's own text`() async throws {
        let maya = try await server.members("maya")[0]
        _ = try await server.checkIn(by: maya) {
            $0.message = "Hi\n\nThis alerts nobody.\r\nSubject: x\u{202E}"
            $0.contact.name = "Mum\nBcc: all\u{202E}"
        }
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        let mail = try #require(server.messages().first)
        #expect(mail.text.hasPrefix("Hello,\n\n“Maya” asked Orbit"))
        #expect(mail.text.contains("\n“Maya” calls you:\n> Mum Bcc: all\n"))
        #expect(mail.text.contains("> Hi\n> \n> This alerts nobody.\n> Subject: x\n"))
        #expect(!mail.subject.contains("Maya"))
    }

    @Test func `events of a check-in are appended to the owner's log alone`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let checkIn = try await server.checkIn(inMinutes: 5, by: people[0])
        try await server.passMinutes(20)
        let slices = try await server.slices(of: people) { _ = try await server.poke(people[2].id, by: people[1]) }
        #expect(slices[0].events.map(\.kind).allSatisfy { $0 == .checkInChanged })
        let told = try #require(slices[0].events.last).data(Keyed<SafetyCheckIn>.self).value
        #expect(try await [told] == server.checkIns(people[0]) && told.id == checkIn.id && told.alertedAt != nil)
        #expect(!slices[1].events.contains { $0.kind == .checkInChanged })
    }

    @Test func `a check-in of a deleted or incomplete account ends without an alarm`() async throws {
        let people = try await server.members("maya", "liam")
        let ids = [try await server.checkIn(by: people[0]).id, try await server.checkIn(by: people[1]).id]
        let (gone, incomplete) = (people[0].id, people[1].id)
        try await server.store.transaction { transaction in
            try transaction.delete(AccountRecord.self, gone.rawValue)
            var account = try #require(try transaction.get(AccountRecord.self, incomplete.rawValue))
            account.isComplete = false
            try transaction.put(account)
        }
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        #expect(server.messages().isEmpty)
        let states = try await server.store.read { reader in
            try ids.map { try reader.get(CheckInRecord.self, $0.rawValue)?.checkIn.state }
        }
        #expect(states == [.ended, .ended])
    }

    @Test func `an ended check-in is deleted after a week, and an open check-in is kept`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        _ = try await server.checkIn(by: people[0])
        try await server.deferringWork { try await server.advanceTime(days: 6, &people) }
        try await server.backend.runScheduledWork()
        #expect(server.messages().count == 1)
        try await server.advanceTime(days: 7.5, &people)
        #expect(try await server.checkIns(people[0]).isEmpty)
        try await server.backend.runScheduledWork()
        #expect(
            try await server.store.read { try $0.list(CheckInRecord.self, IndexQuery(IndexEntry.expiryIndex)).count }
                == 0)
    }
}
