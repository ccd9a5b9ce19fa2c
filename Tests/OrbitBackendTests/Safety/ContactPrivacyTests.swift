import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The information that a person learns of other people by naming their addresses in check-ins.
@Suite struct ContactPrivacyTests {
    private let server = TestServer.onCampus()

    /// All responses to the caller while a check-in for an address is set, extended, missed and ended.
    private func responses(to address: String) async throws -> [String] {
        let server = TestServer.onCampus(seed: 5)
        let people = try await server.members("maya", "liam", "ana", "cem", "dora")
        _ = try await server.block(people[1].id, by: people[0])
        _ = try await server.block(people[0].id, by: people[2])
        #expect(try await server.send(.delete, "/users/me", token: people[3].token).status == 200)
        try await server.backend.runScheduledWork()
        let maya = people[0]
        let entry = server.checkInEntry(inMinutes: 5, to: CheckInContact(name: "A friend", email: address))
        let set = try await server.setCheckIn(entry, by: maya)
        let id = try set.payload(Keyed<SafetyCheckIn>.self).value.id
        var seen = [set, try await server.extend(id, to: server.after(hours: 0.2), by: maya)]
        seen.append(try await server.send(.get, "/check-ins", token: maya.token))
        try await server.passMinutes(40)
        try await server.backend.runScheduledWork()
        seen.append(try await server.send(.get, "/check-ins", token: maya.token))
        #expect(server.mailTransport.mails(to: address).contains { $0.subject != "Your Orbit code" })
        seen.append(try await server.safe(id, by: maya))
        seen.append(try await server.setCheckIn(entry, by: maya))
        seen.append(try await server.send(.get, "/events", token: maya.token))
        return seen.map {
            "\($0.status) " + String(decoding: $0.body, as: UTF8.self).replacing(address, with: "address")
        }
    }

    @Test
    func
        `addresses of unknown, blocked, blocking, other, own and erased accounts get the same responses to the last byte`()
        async throws
    {
        let unknown = try await responses(to: "nobody@stanford.edu")
        #expect(unknown.prefix(5).allSatisfy { $0.hasPrefix("200") })
        for name in ["liam", "ana", "ana+tag", "dora", "maya", "cem"] {
            #expect(try await responses(to: "\(name)@stanford.edu") == unknown, "\(name)")
        }
    }

    @Test func `a block after a check-in was set changes nothing that its owner reads`() async throws {
        let people = try await server.members("maya", "liam")
        let liam = CheckInContact(name: "Liam", email: people[1].address)
        _ = try await server.checkIn(inMinutes: 30, to: liam, by: people[0])
        let before = try await server.send(.get, "/check-ins", token: people[0].token).data
        let slices = try await server.slices(of: people) {
            _ = try await server.block(people[0].id, by: people[1])
        }
        #expect(!slices[0].events.contains { $0.kind == .checkInChanged })
        #expect(try await server.send(.get, "/check-ins", token: people[0].token).data == before)
    }

    @Test func `an alarm reaches a contact who has blocked its owner, without the owner's words or plan`() async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let meetup = try await server.host(inHours: 1, lasting: 1, by: people[2]).id
        try await server.joined(meetup, by: people[0])
        let liam = CheckInContact(name: "You will be sorry", email: "LIAM+x@stanford.edu")
        let checkIn = try await server.checkIn(inMinutes: 5, to: liam, by: people[0]) {
            ($0.meetupID, $0.sharesPlan, $0.message) = (meetup, true, "I know where you live")
        }
        _ = try await server.block(people[0].id, by: people[1])
        try await server.passMinutes(30)
        try await server.backend.runScheduledWork()
        let alarm = try #require(server.messages(to: liam).last)
        #expect(alarm.text.hasPrefix("Hello,\n\n“Maya” asked Orbit to write to you"))
        #expect(!alarm.text.contains(">") && !alarm.text.contains("sorry") && !alarm.text.contains("Chess"))
        #expect(try await server.checkIns(people[0]).first?.alertedAt != nil)
        _ = try await server.safe(checkIn.id, by: people[0])
        #expect(server.messages(to: liam).last?.subject == "All clear: the person is safe")
    }

    @Test func `an alarm to a contact blocked by the owner has the owner's words`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.block(people[1].id, by: people[0])
        let liam = CheckInContact(name: "Liam", email: people[1].address)
        _ = try await server.checkIn(inMinutes: 5, to: liam, by: people[0])
        try await server.passMinutes(30)
        try await server.backend.runScheduledWork()
        #expect(server.messages(to: liam).last?.text.contains("> I am at the climbing hall.") == true)
    }

    @Test func `tries to name a contact who has opted out are counted like check-ins that were set`() async throws {
        let maya = try await server.members("maya")[0]
        let address = server.backend.context.contactAddress(try EmailAddress(TestServer.mum.email))
        let (key, now) = (
            server.backend.context.contactKey(server.backend.context.contactToken(address)), server.clock.date
        )
        try await server.store.transaction {
            try $0.put(ContactRecord(key: key, address: address, refusedAt: now))
        }
        for _ in 0..<6 {
            #expect(try await server.setCheckIn(server.checkInEntry(), by: maya).code == .contactRefuses)
        }
        let refused = try await server.setCheckIn(server.checkInEntry(), by: maya)
        #expect(refused.code == .rateLimited && (refused.problem?.retryAfter ?? 0) > 0)
        #expect(try await server.checkIns(maya).isEmpty)
    }

    @Test func `an owner's name in a mail is quoted, without inner quotation marks and links`() async throws {
        let maya = try await server.members("maya")[0]
        try await server.save(.valid("Maya” at evil.example “"), token: maya.token)
        _ = try await server.checkIn(inMinutes: 5, by: maya)
        try await server.passMinutes(30)
        try await server.backend.runScheduledWork()
        let text = try #require(server.messages().first).text
        #expect(text.contains("“Maya' at evil. example '” asked Orbit"))
        #expect(!text.contains("evil.example"))
    }
}
