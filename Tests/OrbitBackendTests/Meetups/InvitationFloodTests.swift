import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// People with more meetups than one page of ``GuestRecord/concerns(of:from:in:)`` contains.
@Suite struct InvitationFloodTests {
    /// More than the limits of hosting and joining together.
    private static let many = JoinMeetup.maxAttendances + MeetupLimits.maxHosted + 10

    /// Stores many meetups that concern a person. They begin before any meetup at hour 4,000.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - host: The host of the meetups.
    ///   - state: The person's state at each meetup.
    ///   - hours: The hours from now to the first start.
    private func flood(
        _ person: Member, by host: Member, as state: AttendanceState, from hours: Double = 3, on server: TestServer
    ) async throws {
        let (now, first) = (server.clock.date, server.after(hours: hours))
        try await server.store.transaction { transaction in
            let account = try #require(try transaction.get(AccountRecord.self, host.id.rawValue))
            for number in 0..<Self.many {
                let start = first.addingTimeInterval(1_800 * Double(number))
                let span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(1_800)))
                var plan = MeetupPlan(
                    title: "Flood \(number)", eventType: .social, span: span, timeZone: .gmt, approval: .automatic)
                plan.visibility = .invited
                var meetup = MeetupRecord(
                    id: MeetupID(String(format: "%032x", number * 7_919)), host: account, plan: plan, square: nil,
                    link: "x", at: now)
                var guest = GuestRecord(person.id, at: &meetup, state, since: now)
                if state != .host { guest.move(to: state, at: &meetup, until: start, now: now) }
                try transaction.put(meetup)
                try transaction.put(guest)
            }
        }
    }

    @Test func `a search finds an attended meetup for matches behind many earlier invitations`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host("Quartet", inHours: 4_000, by: people[2]) { $0.visibility = .matches }.id
        #expect(try await server.invite([people[1].id], to: id, by: people[2]).status == 200)
        let invitation = try #require(try await server.invitations(people[1]).first).invitation.id
        #expect(try await server.reply(.yes, to: invitation, by: people[1]).status == 200)
        try await flood(people[1], by: people[0], as: .invited, on: server)
        #expect(try await server.browse(people[1], query: "?q=quartet").list.elements.map(\.id) == [id])
        #expect(try await server.browse(people[0], query: "?q=quartet").list.elements.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a block notifies a blocked person of a later meetup behind many invitations from another person`(
        _ isInvited: Bool
    ) async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam", "ana")
        let (maya, liam) = (people[0], people[1])
        if isInvited {
            let id = try await server.host(inHours: 4_000, by: maya) { $0.visibility = .invited }.id
            #expect(try await server.invite([liam.id], to: id, by: maya).status == 200)
        } else {
            let id = try await server.host(inHours: 4_000, by: people[2]).id
            for person in [maya, liam] { try await server.joined(id, by: person) }
        }
        try await flood(liam, by: people[2], as: .invited, on: server)
        let kinds = try await server.appended(to: [liam]) {
            let response = try await server.block(liam.id, by: maya)
            #expect(response.status == 200)
        }
        #expect(kinds.first?.contains(.personHidden) == true)
    }

    @Test func `a block does not notify a blocked person who has only invitations from another person`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam", "ana")
        try await flood(people[1], by: people[2], as: .invited, on: server)
        let kinds = try await server.appended(to: [people[1]]) {
            let response = try await server.block(people[1].id, by: people[0])
            #expect(response.status == 200)
        }
        #expect(kinds == [[]])
    }

    @Test func `a suspension ends a later attendance behind many earlier meetups, and notifies its host`() async throws
    {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("maya", "liam", "ana", "mod")
        let liam = people[1]
        let id = try await server.host(inHours: 4_000, by: people[2]).id
        try await server.joined(id, by: liam)
        // Half of these meetups have ended. The person hosts them, so that the suspension ends none of the attendances.
        try await flood(liam, by: liam, as: .host, from: -60, on: server)
        let kinds = try await server.appended(to: [people[2]]) {
            try await server.reported(.person(liam.id), by: people[0])
            _ = try await server.decideFirstCase(.suspend, days: 7, by: people[3])
        }
        #expect(kinds.first?.contains(.personHidden) == true)
        let state = try await server.store.read { try GuestRecord.of(liam.id, at: id, in: $0)?.state }
        #expect(state == .removed)
    }
}
