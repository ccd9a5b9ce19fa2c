import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The records that an erasure leaves of meetups, ratings and matches, and the people that it notifies.
@Suite struct ErasedMeetupTests {
    private let server = TestServer.onCampus()

    private func erase(_ person: Member) async throws {
        #expect(try await server.send(.delete, "/users/me", token: person.token).status == 200)
        try await server.backend.runScheduledWork()
    }

    @Test func `an erasure of a host keeps only meetups with guests, cancelled and without scheduled work`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let alone = try await server.host(by: people[0]).id
        let id = try await server.host(inHours: 60, by: people[0]) { $0.capacity = 2 }.id
        for guest in people.dropFirst() { try await server.joined(id, by: guest) }
        let kinds = try await server.appended(to: [people[1], people[2]]) { try await erase(people[0]) }
        #expect(kinds == [[.personHidden, .meetupChanged], [.personHidden]])
        let (left, kept, due) = try await server.store.read { reader in
            (
                try MeetupRecord.of(alone, in: reader), try MeetupRecord.of(id, in: reader),
                try GuestRecord.due(at: id, limit: 10, in: reader, now: .distantFuture)
            )
        }
        let meetup = try #require(kept)
        #expect(left == nil && due.isEmpty)
        #expect(meetup.isCancelled && meetup.isWithoutHost)
        #expect(meetup.taken == 2 && meetup.waiting == 0)
        // The cancellation and the change of the host are two revisions.
        #expect(try await server.meetup(id, as: people[1]).revision == 2)
    }

    @Test func `a meetup that begins at the instant of its host's erasure is not cancelled`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: 1, &people)
        try await erase(people[0])
        #expect(try await server.meetup(id, as: people[1]).status == .scheduled)
    }

    @Test func `a guest who did not attend sees the change of an erased host as a revision`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: 3, &people)
        try await server.processScheduledRecords()
        #expect(try await server.attendance(at: id, of: people[1]) == .noShow)
        try await erase(people[0])
        #expect(try await server.meetup(id, as: people[1]).revision == 1)
    }

    @Test func `the erasure of a guest who has checked in frees their places and notifies the host`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(inHours: 1, by: people[0]).id
        try await server.joined(id, by: people[1], companions: 1)
        try await server.joined(id, by: people[2])
        try await server.pass(hours: 1, &people)
        #expect(try await server.attend("check-in", id, by: people[1]).status == 200)
        let kinds = try await server.appended(to: [people[0]]) { [people] in try await erase(people[1]) }
        #expect(kinds[0].contains(.personHidden))
        #expect(try await server.meetup(id, as: people[0]).goingCount == 2)
    }

    @Test func `the erasure of a rated person notifies the rater`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        #expect(try await server.rate(people[1].id, at: id, by: people[2]).status == 200)
        let kinds = try await server.appended(to: [people[2]]) { [people] in try await erase(people[1]) }
        #expect(kinds[0].contains(.personHidden))
    }

    @Test func `the erasure of a person notifies their match of the day`() async throws {
        let people = try await server.members("maya", "liam")
        #expect(try await server.today(people[0]).status == .matched)
        let kinds = try await server.appended(to: [people[1]]) { try await erase(people[0]) }
        #expect(kinds[0].contains(.personHidden))
    }

    @Test(arguments: [false, true])
    func `the erasure of a rater notifies the rated person only if the rating is shown`(_ isShown: Bool) async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        #expect(try await server.rate(people[1].id, at: id, by: people[2]).status == 200)
        if isShown { #expect(try await server.rate(people[2].id, at: id, by: people[1]).status == 200) }
        let kinds = try await server.appended(to: [people[1]]) { [people] in try await erase(people[2]) }
        #expect(kinds[0].contains(.personHidden) == isShown)
    }
}
