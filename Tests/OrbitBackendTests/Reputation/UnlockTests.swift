import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import Trust

@testable import BackendRuntime
@testable import OrbitBackend

/// The permissions of a level for meetups.
@Suite struct UnlockTests {
    private let server = TestServer.onCampus { $0.unlocks = .standard }

    @Test func `a newcomer can host at most ten people, and the refusal names the needed level`() async throws {
        let people = try await server.members("ana")
        func code(_ change: @escaping (inout MeetupEntry) -> Void) async throws -> HTTPResponse {
            try await server.create(server.entry("Chess", change), by: people[0])
        }
        #expect(try await code { $0.capacity = 10 }.status == 200)
        for places in [11, 1_000, nil] {
            let refusal = try await code { $0.capacity = places }
            #expect(refusal.status == 403 && refusal.code == .notUnlocked)
            #expect(refusal.problem?.details["level"] != nil)
            #expect(refusal.problem?.message.contains("level") == true)
        }
        let series = try await code {
            $0.capacity = 8
            $0.repeats = "FREQ=WEEKLY;COUNT=3"
        }
        #expect(series.code == .notUnlocked)
        // The limit of ten people does not apply to a certified host.
        try await server.certify(people[0])
        #expect(try await code { $0.capacity = 30 }.status == 200)
    }

    @Test func `an edit needs a level only to raise the number of places`() async throws {
        let people = try await server.members("ana")
        let id = try await server.host(by: people[0]) { $0.capacity = 8 }.id
        try await server.expectEdit(id, by: people[0], status: 403, code: .notUnlocked) { $0.capacity = 40 }
        try await server.expectEdit(id, by: people[0], status: 403, code: .notUnlocked) { $0.capacity = nil }
        try await server.expectEdit(id, by: people[0]) { $0.capacity = 10 }
        try await server.certify(people[0])
        try await server.expectEdit(id, by: people[0]) { $0.capacity = 40 }
        try await server.certify(people[0], false)
        try await server.expectEdit(id, by: people[0]) { $0.title = "Go" }
        try await server.expectEdit(id, by: people[0]) { $0.capacity = 20 }
    }

    @Test func `a newcomer sends at most ten invitations a day`() async throws {
        let host = try await server.members("ana")[0]
        let crowd = try await server.crowd(11)
        let id = try await server.host(by: host) {
            $0.capacity = 8
            $0.approval = .host
        }.id
        for guest in crowd { #expect(try await server.joined(id, by: guest) == .requested) }
        let invited = try await server.invite(crowd.map(\.id), to: id, by: host).payload(InvitedPeople.self)
        #expect(invited.refused == [RefusedInvitee(userID: crowd[10].id, code: .rateLimited)])
    }

    @Test func `a newcomer can invite matches and people who have asked, but no strangers`() async throws {
        let people = try await server.members("ana", "ben", "cem", "dee")
        try await server.matched(people[0], people[1])
        let id = try await server.host(by: people[0]) {
            $0.capacity = 8
            $0.approval = .host
        }.id
        #expect(try await server.joined(id, by: people[2]) == .requested)
        let response = try await server.post(
            "/meetups/\(id)/invitations", InvitePeopleRequest(userIDs: people[1...].map(\.id)), token: people[0].token)
        let invited = try response.payload(InvitedPeople.self)
        #expect(Set(invited.invited.elements.map(\.invitation.inviteeID)) == [people[1].id, people[2].id])
        #expect(invited.refused == [RefusedInvitee(userID: people[3].id, code: .notUnlocked)])
    }
}
