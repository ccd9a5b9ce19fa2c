import Foundation
import Meetups
import NetworkingTesting
import OrbitModels
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Alerts that are due while a related record cannot be read: the meetup, the attendance or the contact's account.
@Suite struct AlertFallbackTests {
    private let store = BytesStore()
    private let server: TestServer

    init() {
        server = TestServer.onCampus(store: store)
    }

    @Test(arguments: [MeetupRecord.table, GuestRecord.table])
    func `an alert whose meetup cannot be read has the plan that was stored with the check-in`(
        _ table: String
    ) async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[1]).id
        try await server.joined(id, by: people[0])
        _ = try await server.checkIn(by: people[0]) { ($0.meetupID, $0.sharesPlan) = (id, true) }
        let key = table == MeetupRecord.table ? id.rawValue : GuestRecord.key(id, people[0].id)
        #expect(await store.spoil(table, key))
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        let text = try #require(server.messages().first).text
        #expect(text.contains("> Chess\n") && text.contains("R-17") && text.contains("37.4301"))
        #expect(server.messages().count == 1)
        #expect(try await server.checkIns(people[0]).first?.alertedAt == server.clock.date)
    }

    @Test func `an alert to a contact whose account cannot be read does not contain the owner's words`() async throws {
        let people = try await server.members("maya", "liam")
        let liam = CheckInContact(name: "Liam", email: people[1].address)
        _ = try await server.checkIn(to: liam, by: people[0])
        #expect(await store.spoil(AccountRecord.table, people[1].id.rawValue))
        try await server.passMinutes(75)
        try await server.backend.runScheduledWork()
        let alert = try #require(server.messages(to: liam).last)
        #expect(alert.subject == "A safety check-in was missed")
        #expect(alert.text.hasPrefix("Hello,\n\n“Maya” asked Orbit to write to you") && !alert.text.contains(">"))
    }
}
