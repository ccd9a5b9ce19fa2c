import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ReadPersonTests {
    private let server = TestServer()

    private func liam() -> Profile {
        var profile = Profile.valid("Liam")
        profile.bio = "Slow runner"
        profile.socials = Socials(["instagram": "liam.draws"])
        profile.visibility = ProfileVisibility([.bio: .matches, .interests: .nobody])
        return profile
    }

    @Test func `strangers and matches see exactly the profile details for their audience`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.save(liam(), token: people[1].token)
        let day = try #require(CalendarDay("2027-01-15"))
        let stranger = try await server.person(people[1].id, as: people[0]).payload(Keyed<Person>.self).value
        #expect(stranger == Person(id: people[1].id, profile: liam().seen(by: .stranger, on: day)))
        #expect(stranger.profile.bio.isEmpty && stranger.profile.socials == Socials())
        let match = try await server.matched(people[0], people[1])
        let friend = try await server.person(people[1].id, as: people[0]).payload(Keyed<Person>.self).value
        #expect(friend.profile == liam().seen(by: .match, on: day))
        #expect(friend.profile.bio == "Slow runner" && friend.profile.interests.isEmpty)
        _ = try await server.disconnect(match.id, by: people[1])
        #expect(try await server.person(people[1].id, as: people[0]).payload(Keyed<Person>.self).value == stranger)
    }

    @Test func `a person who reads their own id sees the profile for strangers`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.save(liam(), token: people[1].token)
        let own = try await server.person(people[1].id, as: people[1])
        #expect(try await server.person(people[1].id, as: people[0]).data == own.data)
    }

    @Test func `reading a hidden person gives the response of an unknown person, byte for byte`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let elsewhere = try await server.join("cem@uba.edu.ar", profile: .valid("Cem"))
        let newcomer = try await server.signIn("new@stanford.edu")
        _ = try await server.block(people[1].id, by: people[0])
        _ = try await server.block(people[0].id, by: people[2])
        let nobody = try await server.person("nobody", as: people[0])
        #expect(nobody.status == 404)
        #expect(nobody.code == .notFound)
        for id in [people[1].id, people[2].id, elsewhere.userID, newcomer.userID, "a%2Fb", "%F0%9F%AA%90"] {
            let response = try await server.person(id, as: people[0])
            #expect(response.status == 404)
            #expect(response.body == nobody.body)
            #expect(response.headers == nobody.headers)
        }
        _ = try await server.unblock(people[1].id, by: people[0])
        #expect(try await server.person(people[1].id, as: people[0]).status == 200)
    }

    @Test func `a person without a complete profile cannot read any person`() async throws {
        let people = try await server.members("maya")
        let newcomer = try await server.signIn("new@stanford.edu")
        let member = Member(address: "new@stanford.edu", id: newcomer.userID, token: newcomer.accessToken)
        for id in [people[0].id, member.id, "nobody"] {
            #expect(try await server.person(id, as: member).code == .profileIncomplete)
        }
    }

    @Test func `the path segment me is the caller's profile, and a path with an id is read-only`() async throws {
        let people = try await server.members("maya")
        #expect(try await server.me(people[0].token).payload(ProfileData.self).userID == people[0].id)
        let refused = try await server.send(.put, "/users/\(people[0].id)", token: people[0].token)
        #expect(refused.status == 405)
    }
}
