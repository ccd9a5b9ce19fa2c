import Auth
import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// An index made before midnight and an index made after midnight give the same lists, byte for byte.
@Suite struct PreparedListTests {
    /// A night in a time zone. The date is twenty minutes before midnight.
    struct Night: CustomTestStringConvertible, Sendable {
        let zone: String
        let date: String
        var testDescription: String { "\(zone) \(date)" }
    }

    private static let nights = [
        Night(zone: "America/New_York", date: "2027-03-10T04:40:00Z"),
        // The next day has 23 or 25 hours.
        Night(zone: "America/New_York", date: "2027-03-14T04:40:00Z"),
        Night(zone: "America/New_York", date: "2027-11-07T03:40:00Z"),
        // The next day begins at one o'clock.
        Night(zone: "America/Santiago", date: "2027-09-05T03:40:00Z"),
    ]

    @Test(arguments: nights) func `after changes until midnight, a prepared campus gives the lists of a new reading`(
        _ night: Night
    ) async throws {
        let (store, clock) = (MemoryStore(), VirtualClock(date: try #require(RFC3339.date(from: night.date))))
        let zone = try #require(TimeZone(identifier: night.zone))
        let users = try await CampusSeed(people: 700, seed: 7).populate(store, time: clock)
        let today = CalendarDay(clock.date, in: zone)
        try await store.transaction { try Self.prepare(users, on: today, in: $0) }
        let warm = server(on: store, in: zone, at: clock)
        try await warm.backend.runScheduledWork()
        let directory = warm.backend.context.directory
        #expect(directory.recentChanges["orbit.example"]?.day == today)

        try await change(users, on: warm)
        clock.advance(by: .seconds(1_200))
        #expect(CalendarDay(clock.date, in: zone) == today.advanced(byDays: 1))
        let viewers = users[100..<120]
        var tokens: [AccessToken] = []
        for viewer in viewers {
            let token = try await warm.session(of: viewer.id)
            _ = try await warm.me(token)
            tokens.append(token)
        }
        let cold = server(on: store.copy(), in: zone, at: clock)
        for (viewer, token) in zip(viewers, tokens) {
            var (bodies, lists): ([Data], [DailyList?]) = ([], [])
            for server in [warm, cold] {
                bodies.append(try await server.send(.get, "/discover/users?limit=100", token: token).body)
                lists.append(try await server.store.read { try $0.get(DailyList.self, viewer.id.rawValue) })
            }
            #expect(bodies[0] == bodies[1])
            #expect(lists[0] == lists[1])
            #expect(lists[0]?.people.count == 100)
        }
    }

    private func server(on store: MemoryStore, in zone: TimeZone, at clock: VirtualClock) -> TestServer {
        let mailTransport = RecordingMailTransport()
        var configuration = BackendConfiguration.demonstration(mailTransport: mailTransport.receive)
        configuration.campusTimeZone = zone
        let backend = OrbitBackend(store: store, time: clock, random: .seeded(1), configuration: configuration)
        return TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
    }

    /// Half of the people have equal profiles. So the limit of 300 candidates falls among people with equal scores.
    /// Some of the other people have hours in another time zone, and new hours that take effect a month later. For a
    /// few people, the new hours take effect on the next day.
    private static func prepare(_ users: [User], on day: CalendarDay, in transaction: any StoreTransaction) throws {
        for (place, user) in users.enumerated() {
            guard var account = try transaction.get(AccountRecord.self, user.id.rawValue),
                var profile = account.profile
            else { continue }
            if place % 2 == 0 {
                profile.interests = [Interest("music"), Interest("Cave diving")]
                (profile.personality, profile.socialPreferences) = (.unanswered, SocialPreferences())
                profile.availability = nil
                profile.location?.coordinates = nil
            } else {
                profile.availability = WeeklyAvailability(
                    timeZone: place % 3 == 0 ? .gmt : CampusSeed.timeZone,
                    hours: TestServer.hours(place % 15..<place % 15 + 8).hours)
            }
            account.replaceProfile(with: profile, on: day)
            try account.save(in: transaction)
        }
    }

    /// Saves profiles with interests that become rarer and more common. People join, leave, are suspended and return.
    private func change(_ users: [User], on server: TestServer) async throws {
        for number in 0..<5 {
            var profile = Profile.valid("New", interests: ["music", "Cave diving", "New \(number)"])
            profile.availability = TestServer.hours(9..<20)
            _ = try await server.join("new\(number)@orbit.example", profile: profile)
        }
        for user in users[300..<330] {
            let token = try await server.session(of: user.id)
            if user.id < users[310].id {
                #expect(try await server.send(.delete, "/users/me", token: token).status == 200)
            } else {
                try await server.save(.valid("Saved", interests: ["music", "Cave diving", "Snow"]), token: token)
            }
        }
        try await server.backend.runScheduledWork()
        try await server.store.transaction { transaction in
            for (place, user) in users[0..<100].enumerated() where place % 4 == 1 || place % 8 == 0 {
                guard var account = try transaction.get(AccountRecord.self, user.id.rawValue) else { continue }
                account.suspensions = [Suspension(decisionID: "decision", until: nil)]
                try account.save(in: transaction)
                guard place % 8 == 0 else { continue }
                account.suspensions = []
                try account.save(in: transaction)
            }
        }
        for user in users[400..<410] {
            let member = Member(address: user.email, id: user.id, token: try await server.session(of: user.id))
            _ = try await server.set(Dealbreakers(ages: 18...21), by: member)
        }
    }
}
