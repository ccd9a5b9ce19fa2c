import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Notifications that a person is suspended, has returned, or is erased. They are sent to each owner of a list
/// with the person, even if the person cannot know about the list, such as a list of mutes.
@Suite struct AbsenceNotificationTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod")
    }

    /// Deletes the log of a member, so that notifications of an erasure depend only on lists.
    private func forgetLog(of member: Member) async throws {
        try await server.store.transaction { [id = member.id] transaction in
            guard var head = try LogHead.of(id, in: transaction) else { return }
            for seq in head.floor..<head.seq { try transaction.delete(LogEntry.self, LogEntry.key(id, seq + 1)) }
            head.floor = head.seq
            head.oldestAt = nil
            try transaction.put(head)
        }
    }

    private func erase(_ member: Member) async throws {
        #expect(try await server.send(.delete, "/users/me", token: member.token).status == 200)
        try await server.backend.runScheduledWork()
    }

    @Test func `the owner of a mute is notified of the muted person's suspension and return`() async throws {
        var people = try await server.members("maya", "liam", "mod", "ana")
        _ = try await server.mute(people[1].id, by: people[0])
        try await server.reported(.person(people[1].id), by: people[3])
        let slices = try await server.slices(of: [people[0]]) {
            _ = try await server.decideFirstCase(.suspend, days: 7, by: people[2])
        }
        #expect(slices[0].events.map(\.kind) == [.personHidden])
        #expect(try await server.muted(people[0]).isEmpty)
        #expect(try await server.kindsAfterSuspension(of: 1, &people) == [.personShown])
        #expect(try await server.muted(people[0]).map(\.userID) == [people[1].id])
    }

    @Test func `a person is notified of the suspension of a person they may rate`() async throws {
        var people = try await server.members("ana", "maya", "liam", "mod")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        try await server.pass(hours: 1.25, &people)
        for guest in people[1...2] { #expect(try await server.attend("check-in", id, by: guest).status == 200) }
        try await server.pass(hours: 1, &people)
        #expect(try await server.due(people[1]).list.elements.contains { $0.person.id == people[2].id })
        try await server.reported(.person(people[2].id), by: people[0])
        let slices = try await server.slices(of: [people[1]]) {
            _ = try await server.decideFirstCase(.suspend, days: 7, by: people[3])
        }
        #expect(slices[0].events.map(\.kind) == [.personHidden])
        #expect(try await server.due(people[1]).list.elements.allSatisfy { $0.person.id != people[2].id })
    }

    @Test func `the owner of a mute is notified of the muted person's erasure even with an empty log`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.mute(people[1].id, by: people[0])
        try await forgetLog(of: people[0])
        let slices = try await server.slices(of: [people[0]]) { try await erase(people[1]) }
        #expect(slices[0].events.map(\.kind) == [.personHidden])
        #expect(slices[0].events.first?.subject == people[1].id)
    }

    @Test
    func `before the reveal, an erasure notifies people who rated the person but not those they rated`() async throws {
        for isRater in [true, false] {
            var people =
                try await isRater
                ? server.members("ana", "maya", "liam") : server.members("eva", "mia", "lea")
            let id = try await server.endedMeetup(of: &people)
            _ = try await server.rate(people[2].id, at: id, by: people[1])
            for member in people { try await forgetLog(of: member) }
            let (gone, left) = isRater ? (people[2], people[1]) : (people[1], people[2])
            let slices = try await server.slices(of: [left]) { try await erase(gone) }
            #expect(slices[0].events.map(\.kind) == (isRater ? [.personHidden] : []))
        }
    }

    @Test func `the erasure of a reported person sends the changed report to the reporter`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.reported(.person(people[1].id), by: people[0])
        let slices = try await server.slices(of: [people[0]]) { try await erase(people[1]) }
        #expect(slices[0].events.map(\.kind) == [.reportChanged])
        let told = try #require(slices[0].events.first).data(Keyed<Report>.self).value
        #expect(told.about.userID == nil)
        #expect(try await server.reports(people[0]) == [told])
    }

    @Test func `a past meetup returns to a guest's list when a block with the host ends`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.mine(people[1]).isEmpty)
        let slices = try await server.slices(of: [people[1]]) {
            _ = try await server.send(.delete, "/blocks/\(people[1].id)", token: people[0].token)
        }
        #expect(slices[0].events.map(\.kind) == [.personShown])
        #expect(slices[0].events.first?.touches.contains(.myMeetups) == true)
        #expect(try await server.mine(people[1]).map(\.id) == [id])
    }

    @Test func `a decision sends an event that touches the person's decisions and reputation`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let slices = try await server.slices(of: [people[1]]) {
            _ = try await server.decideFirstCase(.warn, by: people[2])
        }
        #expect(slices[0].events.first?.touches == [.decisions, .ownReputation])
    }
}
