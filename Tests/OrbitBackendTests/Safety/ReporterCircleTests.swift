import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// Reports by many people. Reporters who may know each other count as one circle.
@Suite struct ReporterCircleTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod")
    }

    /// Creates `count` reporters, then a reported person and a moderator. No account is new.
    private func people(_ count: Int) async throws -> [Member] {
        var people = try await server.members((0..<count).map { "r\($0)" } + ["liam", "mod"])
        try await server.advanceTime(days: 8, &people)
        return people
    }

    private func file(of reporters: [Member], about: Member, as moderator: Member) async throws -> CaseSummary {
        for reporter in reporters { try await server.reported(.person(about.id), by: reporter) }
        return try #require(try await server.queue(moderator).first { $0.userID == about.id })
    }

    @Test func `reports by strangers count separately`() async throws {
        let people = try await people(6)
        let file = try await file(of: Array(people.prefix(6)), about: people[6], as: people[7])
        #expect(file.reports == 6 && file.circles == 6 && file.urgency == 6)
    }

    @Test func `a partially decided case is ranked by its undecided reports and their time`() async throws {
        let people = try await people(4)
        let file = try await file(of: Array(people.prefix(3)), about: people[4], as: people[5])
        #expect(file.circles == 3)
        try await server.reported(.person(people[4].id), by: people[3])
        server.clock.advance(by: .seconds(60))
        try await server.reported(.person(people[0].id), by: people[1])
        server.clock.advance(by: .seconds(60))
        #expect(try await server.decide(file, .dismiss, by: people[5]).status == 200)
        let queue = try await server.queue(people[5])
        #expect(queue.map(\.userID) == [people[0].id, people[4].id])
        #expect(queue.map(\.circles) == [1, 1])
        #expect(queue.map(\.reports) == [1, 1])
    }

    @Test func `a chain of matches is one circle, even if the people in the middle report last`() async throws {
        let people = try await people(5)
        for (one, other) in [(0, 1), (1, 2), (2, 3)] { try await server.matched(people[one], people[other]) }
        let order = [people[0], people[3], people[4], people[1], people[2]]
        let file = try await file(of: order, about: people[5], as: people[6])
        #expect(file.reports == 5 && file.circles == 2)
    }

    @Test func `20 people from one meetup count as one circle and rank below three strangers`() async throws {
        var people = try await server.members((0..<25).map { "r\($0)" } + ["mod"])
        try await server.advanceTime(days: 8, &people)
        let id = try await server.host(inHours: 2, by: people[0]).id
        for person in people[1..<20] { try await server.joined(id, by: person) }
        try await server.advanceTime(hours: 2, &people)
        for person in people[1..<20] { _ = try await server.attend("check-in", id, by: person) }
        try await server.advanceTime(hours: 4, &people)
        let clique = try await file(of: Array(people[0..<20]), about: people[20], as: people[25])
        let strangers = try await file(of: Array(people[21..<24]), about: people[24], as: people[25])
        #expect(clique.reports == 20 && clique.circles == 1)
        #expect(strangers.reports == 3 && strangers.circles == 3)
        #expect(try await server.queue(people[25]).map(\.userID) == [people[24].id, people[20].id])
    }

    @Test func `guests of the reported person's own meetup count as separate circles`() async throws {
        var people = try await people(3)
        let id = try await server.host(inHours: 2, by: people[3]).id
        for person in people.prefix(3) { try await server.joined(id, by: person) }
        try await server.advanceTime(hours: 2, &people)
        for person in people.prefix(3) { _ = try await server.attend("check-in", id, by: person) }
        try await server.advanceTime(hours: 4, &people)
        let file = try await file(of: Array(people.prefix(3)), about: people[3], as: people[4])
        #expect(file.circles == 3)
    }

    @Test func `reports by new accounts count as one circle`() async throws {
        let old = try await people(1)
        let new = try await server.members((0..<5).map { "n\($0)" })
        let file = try await file(of: [old[0]] + new, about: old[1], as: old[2])
        #expect(file.reports == 6 && file.circles == 2)
    }

    /// The number of circles of reporters without matches and meetups.
    ///
    /// - Parameter ages: The ages of the accounts, in seconds.
    private func circles(ages: [TimeInterval]) async throws -> Int {
        let now = server.clock.date
        return try await server.backend.context.commit(at: now) { transaction in
            var circles = ReporterCircles()
            for (number, age) in ages.enumerated() {
                let account = AccountRecord(
                    id: UserID("r\(number)"), email: try EmailAddress("r\(number)@stanford.edu"),
                    campus: "stanford.edu", createdAt: now.addingTimeInterval(-age))
                try circles.add(account, of: "accused", number: number + 1, in: transaction)
            }
            return circles.count
        }
    }

    @Test(arguments: [(604_799, 1), (604_800, 2)] as [(TimeInterval, Int)])
    func `an account is new for less than seven days`(age: TimeInterval, count: Int) async throws {
        #expect(try await circles(ages: [age, age]) == count)
    }

    @Test func `a case counts at most 64 reporters`() async throws {
        #expect(try await circles(ages: Array(repeating: 2_592_000, count: 70)) == 64)
    }

    @Test func `danger ranks first, and waiting time raises the rank of a case`() async throws {
        var people = try await people(3)
        try await server.reported(.person(people[0].id), .spam, by: people[1])
        try await server.reported(.person(people[3].id), .violence, by: people[1])
        #expect(try await server.queue(people[4]).map(\.userID) == [people[3].id, people[0].id])
        try await server.advanceTime(days: 20, &people)
        try await server.reported(.person(people[2].id), .violence, by: people[1])
        #expect(try await server.queue(people[4]).map(\.userID) == [people[3].id, people[0].id, people[2].id])
    }
}
