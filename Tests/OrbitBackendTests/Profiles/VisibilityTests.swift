import Auth
import Discover
import Foundation
import Matching
import Networking
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct VisibilityTests {
    private let server = TestServer()

    private func seen(by token: AccessToken) async throws -> Person {
        let response = try await server.send(.get, "/discover/users", token: token)
        return try #require(try response.payload(DiscoverPage.self).people.elements.first).person
    }

    @Test func `a stranger sees exactly the projection of the profile for strangers`() async throws {
        let maya = try await server.join("maya@stanford.edu")
        var profile = Profile.valid("Liam")
        profile.bio = "Bad puns"
        profile.availability = WeeklyAvailability(timeZone: .gmt, hours: HourSet("Mon 9–12") ?? HourSet())
        profile.visibility = ProfileVisibility([.bio: .nobody, .interests: .matches, .birthMonth: .campus])
        let liam = try await server.join("liam@stanford.edu", profile: profile)
        let person = try await seen(by: maya.accessToken)
        #expect(person.id == liam.userID)
        let day = try #require(CalendarDay("2027-01-15"))
        #expect(person.profile == profile.seen(by: .stranger, on: day))
        #expect(person.profile.birthMonth == BirthMonth("2006-03"))
        #expect(person.profile.interests.isEmpty && person.profile.bio.isEmpty && person.profile.availability == nil)
        let own = try await server.me(liam.accessToken).payload(ProfileData.self)
        #expect(own.profile?.visibility == profile.visibility)
    }

    @Test func `hidden interests do not raise a person in the suggestions`() async throws {
        let maya = try await server.join("maya@stanford.edu")
        var hidden = Profile.valid("Liam")
        hidden.visibility = ProfileVisibility([.interests: .nobody])
        _ = try await server.join("liam@stanford.edu", profile: hidden)
        let shown = Profile.valid("Noor", interests: ["music", "yoga mats", "chess"])
        _ = try await server.join("noor@stanford.edu", profile: shown)
        #expect(try await seen(by: maya.accessToken).profile.name == "Noor")
    }

    @Test func `a saved profile without visibility keeps the earlier visibility`() async throws {
        let maya = try await server.signIn("maya@stanford.edu")
        var profile = Profile.valid()
        profile.visibility = ProfileVisibility([.photos: .nobody])
        try await server.save(profile, token: maya.accessToken)
        let saved = try await server.save(.valid("Maya P"), token: maya.accessToken)
        #expect(saved.profile?.visibility == profile.visibility)
    }

    @Test func `a hidden photo is found by its owner and not by other people`() async throws {
        let maya = try await server.signIn("maya@stanford.edu")
        let photo = try await server.upload(TestImage.jpeg(), token: maya.accessToken).payload(Keyed<Photo>.self).value
        let liam = try await server.join("liam@stanford.edu")
        var profile = Profile.valid()
        profile.photos = [photo]
        for (audience, status) in [(Audience.campus, 200), (.matches, 404), (.nobody, 404)] {
            profile.visibility = ProfileVisibility([.photos: audience])
            try await server.save(profile, token: maya.accessToken)
            #expect(try await server.photo(photo.id, of: maya.userID, token: liam.accessToken).status == status)
            #expect(try await server.photo(photo.id, of: maya.userID, token: maya.accessToken).status == 200)
        }
    }

    @Test(arguments: [
        (["bio": Audience(rawValue: "astronomers")], "visibility.bio"), (["stars": .campus], "visibility"),
        (["name": .nobody], "visibility.name"), (["visibility": .campus], "visibility.visibility"),
    ]) func `an unknown audience or an unknown JSON member is refused`(settings: [String: Audience], path: String)
        async throws
    {
        let maya = try await server.signIn("maya@stanford.edu")
        var profile = Profile.valid()
        profile.visibility = ProfileVisibility(settings: settings)
        let response = try await server.put(profile, token: maya.accessToken, ifMatch: "*")
        #expect(response.status == 422)
        #expect(response.problem?.fields.map(\.path) == [path])
    }
}
