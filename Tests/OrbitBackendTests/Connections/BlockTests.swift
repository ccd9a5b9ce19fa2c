import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct BlockTests {
    private let server = TestServer()

    private func discovered(_ member: Member) async throws -> [UserID] {
        try await server.send(.get, "/discover/users", token: member.token).payload(DiscoverPage.self)
            .people.elements.map(\.id)
    }

    @Test func `a block removes both people from each other's lists from the next request on`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let photo = try await server.upload(TestImage.png(), token: people[1].token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid("Liam")
        profile.photos = [photo]
        try await server.save(profile, token: people[1].token)
        let match = try await server.matched(people[0], people[1])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        for (one, other) in [(people[0], people[1]), (people[1], people[0])] {
            #expect(try await discovered(one) == [people[2].id])
            #expect(try await server.matches(one).list.elements.isEmpty)
            #expect(try await server.outgoing(one).list.elements.isEmpty)
            #expect(try await server.incoming(one).list.elements.isEmpty)
            #expect(try await server.disconnect(match.id, by: one).code == .notFound)
            #expect(try await server.poke(other.id, by: one).code == .notFound)
        }
        #expect(try await server.photo(photo.id, of: people[1].id, token: people[0].token).status == 404)
        #expect(try await discovered(people[2]).count == 2)
    }

    @Test func `a block ends an open poke, and lifting the block does not restore it`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[1], to: people[0])
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.act("withdraw", poke.id, by: people[1]).code == .notFound)
        #expect(try await server.unblock(people[1].id, by: people[0]).status == 200)
        #expect(try await server.incoming(people[0]).list.elements.isEmpty)
        #expect(try await server.poke(people[0].id, by: people[1]).code == .alreadyPoked)
        // A person whose poke was refused is not suggested for some time.
        #expect(try await discovered(people[0]).isEmpty)
    }

    @Test func `a blocked person can block back, and each person lifts only their own block`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.block(people[1].id, by: people[0])
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        _ = try await server.unblock(people[1].id, by: people[0])
        #expect(try await discovered(people[0]).isEmpty)
        _ = try await server.unblock(people[0].id, by: people[1])
        #expect(try await discovered(people[0]) == [people[1].id])
    }

    /// If the responses differed, a block would reveal which people have an account or have blocked the caller.
    @Test func `a hidden person is blocked and unblocked like an id that does not exist`() async throws {
        var told: [[String]] = []
        for kind in 0..<5 {
            let server = TestServer(seed: 5)
            let people = try await server.members("maya", "liam")
            let elsewhere = try await server.join("ana@uba.edu.ar", profile: .valid("Ana"))
            let incomplete = try await server.signIn("ben@stanford.edu")
            let quits = try await server.join("cem@stanford.edu", profile: .valid("Cem"))
            _ = try await server.send(.delete, "/users/me", token: quits.accessToken)
            _ = try await server.block(people[0].id, by: people[1])
            let unknown = UserID(String(repeating: "0", count: 32))
            let id = [people[1].id, elsewhere.userID, incomplete.userID, quits.userID, unknown][kind]
            var seen: [String] = []
            for (method, path) in [
                (HTTPMethod.post, "/blocks/\(id)"), (.post, "/blocks/\(id)"), (.get, "/blocks"),
                (.get, "/users/\(id)"), (.delete, "/blocks/\(id)"), (.get, "/blocks"), (.get, "/events"),
                (.post, "/blocks/\(id)"), (.get, "/discover/users"),
            ] {
                let response = try await server.send(method, path, token: people[0].token)
                let text = String(decoding: response.body, as: UTF8.self)
                // The test does not compare the other people in the suggestions.
                seen.append(
                    path == "/discover/users" && kind > 0
                        ? "" : "\(response.status) " + text.replacing(id.rawValue, with: "id"))
            }
            #expect(seen[0].hasPrefix("200"))
            told.append(Array(seen.dropLast()))
        }
        // The first transcript is about a person who has blocked the caller. Its bytes can differ, because the caller
        // was sent an event at that block.
        #expect(Set(told.dropFirst()).count == 1)
        #expect(told[0].count == told[1].count)
    }

    @Test func `blocks of oneself, of a malformed id and of a 51st unknown id are refused`() async throws {
        let people = try await server.members("maya", "liam")
        #expect(try await server.block(people[0].id, by: people[0]).code == .invalidInput)
        #expect(try await server.block("no%20one", by: people[0]).code == .notFound)
        for number in 0..<50 { #expect(try await server.block(UserID("n\(number)"), by: people[0]).status == 200) }
        #expect(try await server.block("another", by: people[0]).code == .rateLimited)
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        #expect(try await server.unblock("nobody", by: people[0]).status == 200)
    }

    @Test func `the list of blocks has the newest block first, with the name known at the block`() async throws {
        let people = try await server.members("maya", "liam", "ana", "cem")
        _ = try await server.block(people[0].id, by: people[3])
        for other in people.dropFirst() {
            _ = try await server.block(other.id, by: people[0])
            server.clock.advance(by: .seconds(1))
        }
        try await server.save(.valid("William"), token: people[1].token)
        _ = try await server.block(people[1].id, by: people[0])
        let listed = try await server.blocked(people[0]).list.elements
        #expect(listed.map(\.userID) == [people[3].id, people[2].id, people[1].id])
        // A hidden person has no name, and a second block of a person does not change the list.
        #expect(listed.map(\.name) == [nil, "Ana", "Liam"])
        let first = try await server.blocked(people[0], query: "?limit=2")
        #expect(first.list.elements == Array(listed.prefix(2)))
        let cursor = try #require(first.nextCursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try await server.blocked(people[0], query: "?limit=2&cursor=\(cursor)").list.elements == [listed[2]])
        // A blocked person's list does not contain the blocker.
        #expect(try await server.blocked(people[1]).list.elements.isEmpty)
        _ = try await server.unblock(people[1].id, by: people[0])
        #expect(try await server.blocked(people[0]).list.elements == Array(listed.prefix(2)))
    }

    @Test func `a repeated block request after the unblock does not block again`() async throws {
        let people = try await server.members("maya", "liam")
        let block = { [server] in
            try await server.send(
                .post, "/blocks/\(people[1].id)", token: people[0].token, headers: [("Idempotency-Key", "k")])
        }
        let first = try await block()
        _ = try await server.unblock(people[1].id, by: people[0])
        #expect(try await block().body == first.body)
        #expect(try await discovered(people[0]) == [people[1].id])
    }

    @Test func `new idempotency keys make the server delete expired keys`() async throws {
        var people = try await server.members("maya", "liam")
        func block(_ keys: Range<Int>) async throws {
            for key in keys {
                let headers = [(name: "Idempotency-Key", value: "k\(key)")]
                _ = try await server.send(.post, "/blocks/\(people[1].id)", token: people[0].token, headers: headers)
            }
        }
        try await block(0..<60)
        try await server.advanceTime(days: 1, &people)
        try await block(60..<66)
        let now = server.clock.date.milliseconds
        let expired = try await server.store.read {
            try $0.list(IdempotencyRecord.self, IndexQuery(IndexEntry.expiryIndex, ranks: .min...now)).count
        }
        #expect(expired == 0)
    }

    private enum Interruption: CaseIterable {
        case block, poke, declinedPoke, end, pause
    }

    @Test(arguments: Interruption.allCases)
    private func `a block, poke, disconnect or pause during the pairing prevents a match`(
        _ interruption: Interruption
    ) async throws {
        let people = try await server.members("maya", "liam")
        if interruption == .end {
            try await server.matched(people[0], people[1])
        }
        let store = InterleavedStore(server.store)
        // The first read looks for work, the second reads the progress of the day, and the third reads the campus.
        store.after(reads: 3) { [server] in
            switch interruption {
            case .block: _ = try await server.block(people[1].id, by: people[0])
            case .pause: _ = try await server.send(.put, "/matches/pause", token: people[0].token)
            case .poke: _ = try await server.sentPoke(from: people[0], to: people[1])
            case .declinedPoke:
                let poke = try await server.sentPoke(from: people[0], to: people[1])
                _ = try await server.act("decline", poke.id, by: people[1])
            case .end:
                for match in try await server.matches(people[0]).list.elements {
                    _ = try await server.disconnect(match.id, by: people[1])
                }
            }
        }
        let context = BackendContext(
            store: store, time: server.clock, random: .seeded(1),
            configuration: BackendConfiguration(
                campuses: TestServer.campuses, campusTimeZone: .gmt, digest: .plainForDemonstration,
                mailTransport: { _ in }), features: .orbit)
        let today = PairingDayRecord.asked(of: "stanford.edu", at: server.clock.date, context)[0]
        try await server.store.transaction { try $0.put(today) }
        try await JobRunner(context).run()
        for person in people {
            #expect(try await server.today(person).status == .waiting)
            #expect(try await server.matches(person).list.elements.isEmpty)
        }
        let asked = interruption == .poke || interruption == .declinedPoke
        #expect(try await server.outgoing(people[0]).list.elements.contains { $0.poke.status == .pending } == asked)
    }
}
