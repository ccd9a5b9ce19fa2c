import Auth
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The wait until new hours and a new home of an erased and recreated account take effect.
@Suite struct EffectiveDayTests {
    private func profile(_ hours: Range<Int>, _ latitude: Double) -> Profile {
        var profile = Profile.valid("Maya")
        profile.availability = TestServer.hours(hours)
        profile.location?.coordinates = Coordinates(latitude: latitude, longitude: -122.17)
        return profile
    }

    /// Creates a person who erased their account and signed up again some days later, and a second person.
    private func returned(
        after days: Int, as address: String = "maya+two@stanford.edu", saving profile: Profile
    ) async throws -> (server: TestServer, maya: Member, liam: Member) {
        let server = TestServer.onCampus()
        let liam = try await server.members("liam")[0]
        try await server.change(liam) {
            ($0.availability, $0.location) = (
                self.profile(8..<14, 37.42).availability, self.profile(8..<14, 37.42).location
            )
        }
        let first = try await server.join("maya@stanford.edu", profile: self.profile(8..<14, 37.42))
        #expect(try await server.send(.delete, "/users/me", token: first.accessToken).status == 200)
        try await server.backend.runScheduledWork()
        server.clock.advance(by: .seconds(Double(days) * 86_400 + 60))
        let second = try await server.join(address, profile: profile)
        _ = try await server.send(.put, "/matches/pause", token: second.accessToken)
        let maya = Member(address: address, id: second.userID, token: second.accessToken)
        return (
            server, maya,
            Member(address: liam.address, id: liam.id, token: try await server.session(of: liam.id))
        )
    }

    /// The bodies of the responses with suggestions to both people.
    private func suggested(_ returned: (server: TestServer, maya: Member, liam: Member)) async throws -> [Data] {
        var told: [Data] = []
        for token in [try await returned.server.session(of: returned.maya.id), returned.liam.token] {
            told.append(try await returned.server.send(.get, "/discover/users", token: token).body)
        }
        return told
    }

    @Test func `new hours and home of a recreated account count only after 30 days`() async throws {
        for days in [0, 29] {
            let same = try await suggested(returned(after: days, saving: profile(8..<14, 37.42)))
            let other = try await suggested(returned(after: days, saving: profile(14..<20, 38.9)))
            #expect(same == other, "after \(days) days")
        }
        let same = try await suggested(returned(after: 30, saving: profile(8..<14, 37.42)))
        #expect(try await same != suggested(returned(after: 30, saving: profile(14..<20, 38.9))))
        let (server, maya, _) = try await returned(after: 3, saving: profile(14..<20, 38.9))
        let effectiveDates = try await server.me(maya.token).payload(ProfileData.self).effectiveDates
        #expect(effectiveDates?.availability == EffectiveDate(from: try #require(CalendarDay("2027-02-14"))))
    }

    @Test func `a second erasure neither shortens nor extends the wait for new hours and home`() async throws {
        let (server, maya, _) = try await returned(after: 3, saving: profile(14..<20, 38.9))
        #expect(try await server.send(.delete, "/users/me", token: maya.token).status == 200)
        try await server.backend.runScheduledWork()
        server.clock.advance(by: .seconds(86_400))
        let third = try await server.join("maya@stanford.edu", profile: profile(14..<20, 38.9))
        let effectiveDates = try await server.me(third.accessToken).payload(ProfileData.self).effectiveDates
        #expect(effectiveDates?.coordinates == EffectiveDate(from: try #require(CalendarDay("2027-02-14"))))
    }

    @Test func `the record of the last effective day has a digest instead of the address, and expires`() async throws {
        let (server, _, liam) = try await returned(after: 0, as: "ana@stanford.edu", saving: profile(8..<14, 37.42))
        func records() async throws -> [EffectiveDayRecord] {
            try await server.store.read {
                try $0.list(EffectiveDayRecord.self, IndexQuery(IndexEntry.expiryIndex, ranks: .min ... .max))
            }
        }
        let kept = try await records()
        #expect(kept.map(\.day) == [try #require(CalendarDay("2027-01-15"))])
        let text = String(decoding: try OrbitJSON.encoder.encode(kept), as: UTF8.self)
        #expect(!text.contains("maya") && text.count < 120)
        #expect(kept[0].expiresAt.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0)
        server.clock.advance(by: .seconds(32 * 86_400))
        _ = try await server.signIn(liam.address)
        #expect(try await records().isEmpty)
    }
}
