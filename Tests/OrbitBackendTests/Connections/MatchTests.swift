import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct MatchTests {
    private let server = TestServer()

    @Test func `a disconnected match disappears for both people, and a second disconnect changes nothing`() async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let match = try await server.matched(people[0], people[1])
        #expect(try await server.disconnect(match.id, by: people[2]).code == .notFound)
        let ended = try await server.disconnect(match.id, by: people[0]).payload(Keyed<Match>.self).value
        #expect(ended.status == .disconnected)
        #expect(ended.partnerID == people[1].id)
        for person in people.prefix(2) { #expect(try await server.matches(person).list.elements.isEmpty) }
        #expect(try await server.disconnect(match.id, by: people[1]).status == 200)
    }

    @Test func `after a disconnect, the person who disconnected may poke at once, and the partner after thirty days`()
        async throws
    {
        var people = try await server.members("maya", "liam")
        let match = try await server.matched(people[0], people[1])
        _ = try await server.disconnect(match.id, by: people[0])
        let refused = try await server.poke(people[0].id, by: people[1])
        #expect(refused.problem.flatMap { PokeLimitReached($0) }?.limit == .coolDown)
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        #expect(try await server.matches(people[0]).list.elements.isEmpty)
        let second = try await server.act("accept", poke.id, by: people[1]).payload(Keyed<Match>.self).value
        #expect(second.id != match.id)
        #expect(try await server.matches(people[0]).list.elements.map(\.id) == [second.id])
        #expect(try await server.disconnect(match.id, by: people[0]).code == .notFound)

        _ = try await server.disconnect(second.id, by: people[0])
        try await server.advanceTime(days: 30, &people)
        _ = try await server.sentPoke(from: people[1], to: people[0])
    }

    @Test func `a person sees the profile fields for matches until the match ends`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let photo = try await server.upload(TestImage.png(), token: people[1].token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid("Liam")
        profile.major = "Physics"
        profile.socials = Socials(["instagram": "liam.draws"])
        profile.photos = [photo]
        profile.visibility = ProfileVisibility([.photos: .matches, .major: .matches])
        try await server.save(profile, token: people[1].token)
        func seesMore(_ viewer: Member) async throws -> [Bool] {
            let liam = try await server.person(people[1].id, as: viewer).payload(Keyed<Person>.self).value
            let image = try await server.photo(photo.id, of: liam.id, token: viewer.token)
            return [liam.profile.major != nil, liam.profile.socials != Socials(), image.status == 200]
        }
        let match = try await server.matched(people[1], people[0])
        #expect(match.partnerName == "Liam")
        #expect(match.partnerMajor == "Physics")
        #expect(try await seesMore(people[0]) == [true, true, true])
        #expect(try await seesMore(people[2]) == [false, false, false])
        let ended = try await server.disconnect(match.id, by: people[0]).payload(Keyed<Match>.self).value
        #expect(ended.partnerMajor == nil)
        #expect(try await seesMore(people[0]) == [false, false, false])
    }

    @Test func `a field hidden from strangers is left out of the shared context`() async throws {
        let people = try await server.members("maya", "liam")
        var profile = Profile.valid("Liam")
        profile.visibility = ProfileVisibility([.interests: .matches])
        try await server.save(profile, token: people[1].token)
        _ = try await server.sentPoke(from: people[1], to: people[0])
        let waiting = try #require(try await server.incoming(people[0]).list.elements.first)
        #expect(waiting.shared == SharedContext())
    }

    @Test func `matches are listed with the latest first, and pages join to the whole list`() async throws {
        let people = try await server.members(["maya"] + (0..<6).map { "s\($0)" })
        for other in people.dropFirst() {
            try await server.matched(people[0], other)
            server.clock.advance(by: .seconds(1))
        }
        let whole = try await server.matches(people[0]).list.elements.map(\.partnerID)
        #expect(whole == people.dropFirst().map(\.id).reversed())
        for limit in 1...3 {
            var joined: [UserID] = []
            var query = "?limit=\(limit)"
            while true {
                let page = try await server.matches(people[0], query: query)
                #expect(page.list.elements.count <= limit)
                joined += page.list.elements.map(\.partnerID)
                guard let cursor = page.nextCursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
                else { break }
                query = "?limit=\(limit)&cursor=\(cursor)"
            }
            #expect(joined == whole)
        }
    }
}
