import Auth
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct DiscoverTests {
    private let server = TestServer()

    private func page(_ query: String = "", token: AccessToken) async throws -> DiscoverPage {
        try await server.send(.get, "/discover/users\(query)", token: token).payload(DiscoverPage.self)
    }

    private func names(_ page: DiscoverPage) -> [String] { page.people.elements.map(\.person.profile.name) }

    /// Creates Maya and three people who share three, two and one of her interests.
    private func populated() async throws -> AuthGrant {
        let maya = try await server.join("maya@stanford.edu")
        for (name, interests) in [
            ("One", ["music", "nature", "fashion"]), ("Three", ["gaming", "travel", "music"]),
            ("Two", ["music", "travel", "fashion"]),
        ] {
            _ = try await server.join(
                "\(name.lowercased())@cs.stanford.edu", profile: .valid(name, interests: interests))
        }
        return maya
    }

    @Test func `suggestions are sorted by score and leave out the viewer`() async throws {
        let maya = try await populated()
        let page = try await page(token: maya.accessToken)
        #expect(names(page) == ["Three", "Two", "One"])
        #expect(page.nextCursor == nil)
        #expect(!page.people.elements.contains { $0.id == maya.userID })
    }

    @Test func `only complete profiles of the same campus are suggested`() async throws {
        let maya = try await populated()
        _ = try await server.signIn("newcomer@stanford.edu")
        let ana = try await server.join("ana@uba.edu.ar", profile: .valid("Ana"))
        _ = try await server.join(
            "alum@stanford.example", profile: .valid("Alum", interests: ["nature", "fashion", "reading"]))
        #expect(try await names(page(token: maya.accessToken)) == ["Three", "Two", "One", "Alum"])
        #expect(try await page(token: ana.accessToken).people.elements.isEmpty)
    }

    @Test func `suggestions need a complete profile`() async throws {
        let grant = try await server.signIn("maya@stanford.edu")
        let response = try await server.send(.get, "/discover/users", token: grant.accessToken)
        #expect(response.status == 403)
        #expect(response.code == .profileIncomplete)
    }

    @Test func `strangers see an age and a city, and nothing more precise`() async throws {
        let maya = try await server.join("maya@stanford.edu")
        var profile = Profile.valid("Liam")
        profile.location?.coordinates = Coordinates(latitude: 37.42, longitude: -122.17)
        profile.socials = Socials(["instagram": "liam.draws"])
        profile.statedAge = 99
        let liam = try await server.join("liam@stanford.edu", profile: profile)
        let response = try await server.send(.get, "/discover/users", token: maya.accessToken)
        let person = try #require(try response.payload(DiscoverPage.self).people.elements.first).person
        #expect(person.id == liam.userID)
        #expect(person.profile.statedAge == 20)
        #expect(person.profile.location == Location(city: "Palo Alto", state: "CA"))
        let text = String(decoding: response.body, as: UTF8.self)
        for hidden in ["birth", "2006", "37.4", "122.1", "@", "stanford", "instagram", "coordinates"] {
            #expect(!text.contains(hidden))
        }
        let own = try await server.me(liam.accessToken)
        #expect(String(decoding: own.body, as: UTF8.self).contains("instagram"))
    }

    @Test func `pages join into the whole list, with each person once`() async throws {
        let maya = try await populated()
        for number in 0..<9 {
            _ = try await server.join("s\(number)@stanford.edu", profile: .valid("S\(number)"))
        }
        let whole = try await names(page("?limit=100", token: maya.accessToken))
        #expect(whole.count == 12)
        for limit in [1, 5, 11, 12] {
            var joined: [String] = []
            var query = "?limit=\(limit)"
            while true {
                let page = try await page(query, token: maya.accessToken)
                #expect(page.people.elements.count <= limit)
                joined += names(page)
                guard let cursor = page.nextCursor else { break }
                let escaped = try #require(cursor.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                query = "?limit=\(limit)&cursor=\(escaped)"
            }
            #expect(joined == whole)
        }
    }

    @Test func `people who join during the day are added at the end of the list`() async throws {
        let maya = try await populated()
        let first = try await page("?limit=2", token: maya.accessToken)
        let cursor = try #require(first.nextCursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        _ = try await server.join("twin@stanford.edu", profile: .valid("Twin"))
        let second = try await page("?limit=9&cursor=\(cursor)", token: maya.accessToken)
        #expect(names(first) == ["Three", "Two"])
        #expect(names(second) == ["One", "Twin"])
        #expect(try await names(page(token: maya.accessToken)) == ["Three", "Two", "One", "Twin"])
    }

    @Test func `a changed profile is shown as saved, in its old place`() async throws {
        let maya = try await populated()
        _ = try await page(token: maya.accessToken)
        server.clock.advance(by: .seconds(60))
        let one = try await server.signIn("one@cs.stanford.edu")
        try await server.save(.valid("First", interests: ["gaming", "travel", "music"]), token: one.accessToken)
        let later = try await page(token: maya.accessToken)
        #expect(names(later) == ["Three", "Two", "First"])
        #expect(later.people.elements.last?.compatibility == later.people.elements.first?.compatibility)
    }

    @Test func `a recomposed list refuses the old cursor`() async throws {
        let maya = try await populated()
        let first = try await page("?limit=2", token: maya.accessToken)
        let cursor = try #require(first.nextCursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        try await server.save(
            .valid(interests: ["music", "nature", "fashion"]), token: maya.accessToken)
        let response = try await server.send(
            .get, "/discover/users?cursor=\(cursor)", token: maya.accessToken)
        #expect(response.problem?.fields.map(\.path) == ["cursor"])
        #expect(try await names(page(token: maya.accessToken)).first == "One")
    }

    @Test(arguments: [
        ("", 3), ("?limit=2", 2), ("?limit=0", 1), ("?limit=-5", 1), ("?limit=101", 3), ("?limit=%31", 1),
        ("?limit=99999999999999999999", 3), ("?limit=-99999999999999999999", 1), ("?limit=2&limit=1", 2),
        ("?other=1", 3),
    ])
    func `a limit out of range is clamped to the range`(_ query: String, _ count: Int) async throws {
        let maya = try await populated()
        #expect(try await page(query, token: maya.accessToken).people.elements.count == count)
    }

    @Test(arguments: [
        ("limit=", "limit"), ("limit=ten", "limit"), ("limit=1.5", "limit"), ("limit=-", "limit"),
        ("limit=+1", "limit"),
        ("limit=%D9%A1", "limit"), ("cursor=", "cursor"), ("cursor=x", "cursor"), ("cursor=MyBhIGI=", "cursor"),
        ("cursor=%F0%9F%AA%90", "cursor"),
    ])
    func `a malformed limit or cursor is refused with the name of its field`(_ query: String, _ field: String)
        async throws
    {
        let maya = try await server.join("maya@stanford.edu")
        let response = try await server.send(.get, "/discover/users?\(query)", token: maya.accessToken)
        #expect(response.status == 422)
        #expect(response.problem?.fields.map(\.path) == [field])
        #expect(response.problem?.fields.map(\.code) == [.init(rawValue: "malformed")])
    }
}
