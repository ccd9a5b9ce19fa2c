import Discover
import Foundation
import Matching
import NetworkingTesting
import OrbitModels
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The compatibility that a suggestion shows, and the values that it does not reveal.
@Suite struct SuggestedCompatibilityTests {
    private let server = TestServer()

    @Test func `reasons are shown and contain no hidden values`() async throws {
        let people = try await server.members("maya", "liam")
        var profile = Profile.valid("Maya")
        profile.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("tue 17-19, wed 9-10") ?? HourSet())
        try await server.save(profile, token: people[0].token)
        profile.name = "Liam"
        try await server.save(profile, token: people[1].token)
        func reasons() async throws -> [String] {
            try await server.discoverPage(of: people[0]).people.elements.first?.compatibility?.reasons.map(\.phrase)
                ?? []
        }
        let shown = try await reasons()
        #expect(shown.contains("You share some free time."))
        #expect(shown.contains { $0.hasPrefix("You both like") })
        profile.visibility = ProfileVisibility([.availability: .nobody, .interests: .matches])
        try await server.save(profile, token: people[1].token)
        let hidden = try await reasons()
        #expect(!hidden.contains { $0.contains("free") || $0.hasPrefix("You both like Music") })
    }

    @Test func `hidden coordinates lower the confidence of a suggestion`() async throws {
        let people = try await server.members("maya", "liam")
        var profile = Profile.valid("Maya")
        profile.location?.coordinates = Coordinates(latitude: 37.42, longitude: -122.17)
        for member in people { try await server.save(profile, token: member.token) }
        func answered() async throws -> Double? {
            try await server.discoverPage(of: people[0]).people.elements.first?.compatibility?.confidence
        }
        let compared = try #require(try await answered())
        profile.visibility = ProfileVisibility([.coordinates: .nobody])
        try await server.save(profile, token: people[1].token)
        #expect(try #require(try await answered()) < compared)
    }

    @Test func `coordinates count by the step between two squares, and by nothing else`() async throws {
        // A changed home takes effect days later. A first home takes effect at once, so the test uses a new person for
        // each home.
        func member(_ name: String, at latitude: Double, _ longitude: Double) async throws -> Member {
            let member = try #require(try await server.members(name).first)
            var profile = Profile.valid("Same")
            profile.location?.coordinates = Coordinates(latitude: latitude, longitude: longitude)
            try await server.save(profile, token: member.token)
            return member
        }
        let maya = try await member("maya", at: 37.42, -122.17)
        let here = try await member("here", at: 37.42, -122.17)
        let beside = try await member("beside", at: 37.45, -122.1)  // in the same square of about 16 km
        let north = try await member("north", at: 37.564, -122.17)
        let south = try await member("south", at: 37.276, -122.17)
        let far = try await member("far", at: 37.85, -122.17)
        let abroad = try await member("abroad", at: 51.5, -0.1)
        let people = try await server.discoverPage(of: maya).people.elements
        func compatibility(_ member: Member) throws -> Compatibility {
            try #require(people.first { $0.id == member.id }?.compatibility)
        }
        #expect(try compatibility(beside) == compatibility(here))
        #expect(try compatibility(south) == compatibility(north))
        #expect(try compatibility(abroad) == compatibility(far))
        let scores = try [here, north, far].map { try compatibility($0).score }
        #expect(scores[0] > scores[1] && scores[1] > scores[2])
    }
}
