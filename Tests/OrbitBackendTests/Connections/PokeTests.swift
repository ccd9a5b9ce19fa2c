import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PokeTests {
    private let server = TestServer()

    @Test func `a poke reaches the recipient with the sender and their shared interests`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        #expect(poke.status == .pending)
        #expect(poke.expiresAt.timeIntervalSince(poke.createdAt) == PokeLimits.standard.lifetime)
        let waiting = try #require(try await server.incoming(people[1]).list.elements.first)
        #expect(waiting.poke == poke)
        #expect(waiting.person.profile.name == "Maya")
        #expect(waiting.shared.interests.map(\.id) == ["music", "travel", "gaming"])
        #expect(try await server.outgoing(people[0]).list.elements.map(\.poke) == [poke])
        #expect(try await server.incoming(people[0]).list.elements.isEmpty)
    }

    @Test func `two crossing pokes make one match`() async throws {
        let people = try await server.members("maya", "liam")
        let match = try await server.matched(people[0], people[1])
        #expect(match.partnerID == people[0].id)
        #expect(match.partnerName == "Maya")
        #expect(try await server.matches(people[0]).list.elements.map(\.id) == [match.id])
        #expect(try await server.matches(people[1]).list.elements == [match])
        #expect(try await server.incoming(people[1]).list.elements.isEmpty)
        #expect(try await server.outgoing(people[0]).list.elements.map(\.poke.status) == [.accepted])
        // Another poke returns the existing match.
        for (sender, other) in [(people[0], people[1]), (people[1], people[0])] {
            let again = try await server.poke(other.id, by: sender).payload(PokeOutcome.self)
            guard case .matched(let same) = again else { throw TestServer.Unexpected() }
            #expect(same.id == match.id)
        }
    }

    @Test func `accepting a poke twice makes one match, and does not restore it after a disconnect`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        let match = try await server.act("accept", poke.id, by: people[1]).payload(Keyed<Match>.self).value
        #expect(try await server.act("accept", poke.id, by: people[1]).payload(Keyed<Match>.self).value == match)
        #expect(try await server.matches(people[0]).list.elements.count == 1)
        _ = try await server.disconnect(match.id, by: people[0])
        #expect(try await server.act("accept", poke.id, by: people[1]).code == .pokeOver)
        #expect(try await server.matches(people[0]).list.elements.isEmpty)
    }

    @Test func `a retry with the same key sends no second poke`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let first = try await server.poke(people[1].id, by: people[0], key: "k")
        #expect(try await server.poke(people[1].id, by: people[0], key: "k").body == first.body)
        #expect(try await server.poke(people[1].id, by: people[0]).code == .alreadyPoked)
        #expect(try await server.poke(people[2].id, by: people[0], key: "k").code == .idempotencyKeyReused)
        #expect(try await server.incoming(people[1]).list.elements.count == 1)
    }

    @Test func `declined and ignored pokes leave the incoming list and can still be accepted`() async throws {
        for action in ["decline", "ignore"] {
            let server = TestServer()
            let people = try await server.members("maya", "liam")
            let poke = try await server.sentPoke(from: people[0], to: people[1])
            let answer = try await server.act(action, poke.id, by: people[1]).payload(Keyed<Poke>.self).value
            #expect(answer.status == (action == "decline" ? .declined : .ignored))
            #expect(try await server.incoming(people[1]).list.elements.isEmpty)
            #expect(try await server.act("accept", poke.id, by: people[1]).status == 200)
            #expect(try await server.matches(people[0]).list.elements.count == 1)
        }
    }

    @Test func `a poke by a person who declined makes a match until the declined poke expires`()
        async throws
    {
        var people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        _ = try await server.act("decline", poke.id, by: people[1])
        guard case .matched = try await server.poke(people[0].id, by: people[1]).payload(PokeOutcome.self) else {
            throw TestServer.Unexpected()
        }
        let other = TestServer()
        people = try await other.members("maya", "liam")
        let lapsing = try await other.sentPoke(from: people[0], to: people[1])
        _ = try await other.act("decline", lapsing.id, by: people[1])
        try await other.advanceTime(days: 15, &people)
        // The first poke has expired. Now the person who declined is the sender.
        #expect(try await other.poke(people[1].id, by: people[0]).code == .rateLimited)
        _ = try await other.sentPoke(from: people[1], to: people[0])
        #expect(try await other.incoming(people[0]).list.elements.count == 1)
    }

    @Test func `a withdrawn or expired poke leaves the recipient's list and cannot be accepted`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let taken = try await server.sentPoke(from: people[0], to: people[1])
        let answer = try await server.act("withdraw", taken.id, by: people[0]).payload(Keyed<Poke>.self).value
        #expect(answer.status == .withdrawn)
        #expect(try await server.incoming(people[1]).list.elements.isEmpty)
        #expect(try await server.act("accept", taken.id, by: people[1]).code == .pokeOver)
        server.clock.advance(by: .seconds(1))
        let lapsed = try await server.sentPoke(from: people[0], to: people[2])
        try await server.advanceTime(days: 14, &people)
        #expect(try await server.incoming(people[2]).list.elements.isEmpty)
        #expect(try await server.act("accept", lapsed.id, by: people[2]).code == .pokeOver)
        #expect(try await server.outgoing(people[0]).list.elements.map(\.poke.status) == [.expired, .withdrawn])
    }

    @Test func `a poke accepts actions only of its sender and recipient and does not exist for strangers`() async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        for action in ["accept", "decline", "ignore"] {
            #expect(try await server.act(action, poke.id, by: people[0]).code == .forbidden)
            #expect(try await server.act(action, poke.id, by: people[2]).code == .notFound)
        }
        #expect(try await server.act("withdraw", poke.id, by: people[1]).code == .forbidden)
        #expect(try await server.act("withdraw", "nothing", by: people[0]).code == .notFound)
        #expect(try await server.incoming(people[1]).list.elements.count == 1)
    }

    @Test func `a poke to a hidden person, to oneself or with an unknown note is refused`() async throws {
        let people = try await server.members("maya", "liam")
        let elsewhere = try await server.join("ana@uba.edu.ar", profile: .valid("Ana"))
        let newcomer = try await server.signIn("new@stanford.edu")
        for id in [elsewhere.userID, newcomer.userID, "nobody"] {
            let response = try await server.poke(id, by: people[0])
            #expect(response.status == 404)
            #expect(response.code == .notFound)
        }
        let member = Member(address: "new@stanford.edu", id: newcomer.userID, token: newcomer.accessToken)
        #expect(try await server.poke(people[0].id, by: member).code == .profileIncomplete)
        let oneself = try await server.poke(people[0].id, by: people[0])
        #expect(oneself.problem?.fields.map(\.path) == ["to_user_id"])
        let rude = try await server.poke(people[1].id, by: people[0], note: PokeNote(rawValue: "you again?"))
        #expect(rude.problem?.fields.map(\.path) == ["note"])
    }

    @Test func `incoming pokes are listed newest first, and no page skips a poke`() async throws {
        let people = try await server.members(["maya"] + (0..<7).map { "s\($0)" })
        for sender in people.dropFirst() {
            _ = try await server.sentPoke(from: sender, to: people[0])
            // Some pokes arrive in the same millisecond.
            if sender.address.contains(where: { "135".contains($0) }) { server.clock.advance(by: .seconds(1)) }
        }
        let whole = try await server.incoming(people[0], query: "?limit=100").list.elements.map(\.poke)
        #expect(whole.count == 7)
        #expect(whole.map(\.createdAt) == whole.map(\.createdAt).sorted(by: >))
        var joined: [Poke] = []
        var query = "?limit=2"
        while true {
            let page = try await server.incoming(people[0], query: query)
            joined += page.list.elements.map(\.poke)
            guard let cursor = page.nextCursor else { break }
            // Ignoring the last poke of a page does not shift the next page.
            _ = try await server.act("ignore", try #require(page.list.elements.last).id, by: people[0])
            let escaped = try #require(cursor.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            query = "?limit=2&cursor=\(escaped)"
        }
        #expect(joined == whole)
    }

    @Test func `a cursor of another list or person is refused`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        for other in people.dropFirst() { _ = try await server.sentPoke(from: people[0], to: other) }
        let cursor = try #require(try await server.outgoing(people[0], query: "?limit=1").nextCursor)
        let escaped = try #require(cursor.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for (path, member) in [
            ("/pokes/incoming", people[0]), ("/matches", people[0]), ("/pokes/outgoing", people[1]),
        ] {
            let response = try await server.send(.get, "\(path)?cursor=\(escaped)", token: member.token)
            #expect(response.problem?.fields.map(\.path) == ["cursor"])
        }
        #expect(ListCursor(cursor + "A", list: "outgoing \(people[0].id)") == nil)
        let limit = try await server.send(.get, "/pokes/incoming?limit=x", token: people[0].token)
        #expect(limit.problem?.fields.map(\.path) == ["limit"])
    }

    @Test func `clearing pokes by sender or date empties the list unnoticed by the senders`() async throws {
        let people = try await server.members("maya", "liam", "ana", "cem")
        for sender in people.dropFirst() {
            _ = try await server.sentPoke(from: sender, to: people[0])
            server.clock.advance(by: .seconds(60))
        }
        func clear(_ request: ClearPokesRequest) async throws -> Int {
            try await server.post("/pokes/clear", request, token: people[0].token).payload(ClearedPokes.self).cleared
        }
        #expect(try await clear(.from(people[2].id)) == 1)
        #expect(try await server.incoming(people[0]).list.elements.map(\.person.id) == [people[3].id, people[1].id])
        #expect(try await clear(.sentBefore(server.clock.date.addingTimeInterval(-90))) == 1)
        #expect(try await server.incoming(people[0]).list.elements.map(\.person.id) == [people[3].id])
        #expect(try await clear(.from("nobody")) == 0)
        for sender in people.dropFirst() {
            #expect(try await server.outgoing(sender).list.elements.map(\.poke.status) == [.pending])
        }
    }
}
