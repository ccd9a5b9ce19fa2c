import Connections
import Discover
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Responses to a stranger depend on a person's hours and home only through two levels. One is the level of shared free
/// time. The other is the distance level between the squares of the two homes. Two campuses differ in the hours and the
/// home of one person, but all levels are equal. Every read operation must respond to every stranger with the same
/// bytes.
@Suite struct NonInterferenceTests {
    private static let people = 8

    /// The hours and the home of a person who shows neither.
    private struct Secret {
        var hours: HourSet
        var home: Coordinates?
    }

    private struct Wishes {
        let secrets: [Secret]
        let dealbreakers: [Dealbreakers]
    }

    private static let grid = HomeGrid(centre: TestServer.centre)

    private static func wishes(_ random: inout SplitMix64) -> Wishes {
        let secrets = (0..<people).map { _ in
            let hours = (0..<Int.random(in: 4...40, using: &random)).compactMap { _ in
                hour(in: 8..<22, using: &random)
            }
            return Secret(hours: HourSet(hours), home: home(using: &random))
        }
        let dealbreakers = (0..<people).map { _ in
            Dealbreakers(
                farthest: ([nil, nil] + DistanceLevel.allCases).randomElement(using: &random) ?? nil,
                freeTime: ([nil, nil] + FreeTimeLevel.allCases).randomElement(using: &random) ?? nil)
        }
        return Wishes(secrets: secrets, dealbreakers: dealbreakers)
    }

    private static func hour(in range: Range<Int>, using random: inout SplitMix64) -> HourOfWeek? {
        let day = Weekday.allCases.randomElement(using: &random)
        return day.flatMap { HourOfWeek($0, hour: Int.random(in: range, using: &random)) }
    }

    private static func home(using random: inout SplitMix64) -> Coordinates? {
        Coordinates(
            latitude: 37.43 + Double.random(in: -0.3...0.3, using: &random),
            longitude: -122.17 + Double.random(in: -0.3...0.3, using: &random))
    }

    private static func level(_ one: HourSet, _ other: HourSet) -> FreeTimeLevel {
        FreeTimeLevel(sharedHours: one.intersection(other).count)
    }

    /// Returns other hours with the same levels towards all other people, and another home in the same square.
    private static func disguise(_ secrets: [Secret], using random: inout SplitMix64) -> Secret {
        var secret = secrets[0]
        for _ in 0..<400 {
            guard let hour = hour(in: 0..<24, using: &random) else { continue }
            var hours = secret.hours
            if hours.contains(hour) { hours.remove(hour) } else { hours.insert(hour) }
            let isAlike = secrets.dropFirst().allSatisfy { level(hours, $0.hours) == level(secret.hours, $0.hours) }
            if isAlike, !hours.isEmpty { secret.hours = hours }
        }
        for _ in 0..<400 {
            guard let other = home(using: &random), let own = secret.home else { continue }
            if grid.square(of: other) == grid.square(of: own) { secret.home = other }
        }
        return secret
    }

    private struct World {
        let server: TestServer
        var people: [Member]
        /// The people who have been matched with the first person, and so are not strangers.
        var known: Set<UserID> = []
        var identifiers: AuthorizationRequest.Identifiers = [:]

        /// Pairs the campus for the day. Matches see the exact hours.
        mutating func meet() async throws {
            known.formUnion(try await server.today(people[0]).matches.elements.map(\.partnerID))
        }
    }

    private func world(_ wishes: Wishes, with secret: Secret) async throws -> World {
        let server = TestServer.onCampus(seed: 3)
        let people = try await server.members((0..<Self.people).map { "p\($0)" })
        var world = World(server: server, people: people)
        for (number, person) in people.enumerated() {
            let own = number == 0 ? secret : wishes.secrets[number]
            try await server.change(person) {
                $0.availability = WeeklyAvailability(timeZone: .gmt, hours: own.hours)
                $0.location?.coordinates = own.home
            }
            try await server.agree(person, toMe: true, toHosts: true)
            _ = try await server.set(wishes.dealbreakers[number], by: person)
        }
        for person in people.prefix(2) {
            let id = try await server.host(by: person) { $0.interestTags = [Interest("music")] }.id
            world.identifiers["meetup_id"] = world.identifiers["meetup_id"] ?? id.rawValue
            try await server.joined(id, by: people[2])
        }
        _ = try await server.sentPoke(from: people[0], to: people[3])
        _ = try await server.sentPoke(from: people[4], to: people[0])
        world.identifiers["user_id"] = people[0].id.rawValue
        try await world.meet()
        return world
    }

    /// The bytes that each read operation returns to a person, including several pages of the suggestions.
    private func look(_ world: World, by person: Member) async throws -> [String: [String]] {
        var told: [String: [String]] = [:]
        for operation in try Contract.current.get().operations where operation.isRead {
            var identifiers = world.identifiers
            for name in BlockRow.parameters(of: operation) where identifiers[name] == nil {
                identifiers[name] = BlockWorld.never
            }
            let token = [(name: "Authorization", value: "Bearer \(person.token.reveal)")]
            guard
                var request = try await operation.request(by: person, identifiers, on: world.server, fields: token)
            else { continue }
            let address = request.url.absoluteString
            var query = ""
            for _ in 0..<4 {
                request.url = try #require(URL(string: address + query))
                let response = await world.server.backend.respond(to: request, origin: "192.0.2.1")
                told[operation.id, default: []] += response.bytes
                guard operation.id == "discoverPeople" || query.isEmpty else { break }
                let cursor = (try? response.payloadCursor()) ?? nil
                query = "?limit=3" + (query.isEmpty ? "" : cursor.map { "&cursor=\($0)" } ?? "")
            }
        }
        return told
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `other hours with equal levels and another home in the same square change no byte for a stranger`(
        seed: UInt64
    ) async throws {
        var random = SplitMix64(seed: seed)
        let wishes = Self.wishes(&random)
        let other = Self.disguise(wishes.secrets, using: &random)
        #expect(other.hours != wishes.secrets[0].hours && other.home != wishes.secrets[0].home)
        var one = try await world(wishes, with: wishes.secrets[0])
        var two = try await world(wishes, with: other)
        #expect(one.known == two.known)
        for day in 0..<2 {
            if day > 0 {
                try await one.server.wake(&one.people)
                try await two.server.wake(&two.people)
                try await one.meet()
                try await two.meet()
                #expect(one.known == two.known)
            }
            for number in 1..<Self.people where !one.known.contains(one.people[number].id) {
                let (first, second) = try await (look(one, by: one.people[number]), look(two, by: two.people[number]))
                #expect(first.count > 30)
                for (operation, bytes) in first { #expect(bytes == second[operation], "\(operation), day \(day)") }
            }
        }
    }

    /// Shows that the comparison of the test above detects a difference.
    @Test func `hours of another level or a home in another square change a stranger's suggestions`() async throws {
        var random = SplitMix64(seed: 9)
        var wishes = Self.wishes(&random)
        wishes = Wishes(secrets: wishes.secrets, dealbreakers: wishes.dealbreakers.map { _ in .none })
        let all = HourSet(Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } })
        let hours = Secret(hours: all, home: wishes.secrets[0].home)
        let home = Secret(
            hours: wishes.secrets[0].hours,
            home: Coordinates(latitude: 39.43, longitude: -122.17))
        let one = try await world(wishes, with: wishes.secrets[0])
        let known = one.known
        for secret in [hours, home] {
            let two = try await world(wishes, with: secret)
            var changed: Set<String> = []
            for number in 1..<Self.people where !known.contains(one.people[number].id) {
                let (first, second) = try await (look(one, by: one.people[number]), look(two, by: two.people[number]))
                changed.formUnion(first.filter { $0.value != second[$0.key] }.keys)
            }
            #expect(changed.contains("discoverPeople"))
        }
    }
}

extension HTTPResponse {
    /// The cursor of the next page, escaped for a query.
    fileprivate func payloadCursor() throws -> String? {
        try JSONValue(json: body)["data"]?["next_cursor"]?.string?
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    }
}
