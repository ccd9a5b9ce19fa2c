import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import OrbitBackend

@Suite struct PokePrivacyTests {
    enum Answer: CaseIterable {
        case none, decline, ignore, clear, declineThenIgnore
    }

    /// All that the asker can find out after the other has answered, byte for byte.
    private func whatTheAskerSees(after answer: Answer) async throws -> [String] {
        let server = TestServer(seed: 5)
        var people = try await server.members("maya", "liam", "ana", "cem")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        switch answer {
        case .none: break
        case .decline: _ = try await server.act("decline", poke.id, by: people[1])
        case .ignore: _ = try await server.act("ignore", poke.id, by: people[1])
        case .clear:
            _ = try await server.post("/pokes/clear", ClearPokesRequest.from(people[0].id), token: people[1].token)
        case .declineThenIgnore:
            _ = try await server.act("decline", poke.id, by: people[1])
            _ = try await server.act("ignore", poke.id, by: people[1])
        }
        var seen: [String] = []
        func look(_ method: HTTPMethod, _ path: String) async throws {
            let response = try await server.send(method, path, token: people[0].token)
            let headers = response.headers.fields.map { "\($0.name): \($0.value)" }
            seen.append("\(response.status) \(headers) \(String(decoding: response.body, as: UTF8.self))")
        }
        func lookAround() async throws {
            for path in [
                "/pokes/outgoing", "/pokes/incoming", "/matches", "/matches/today", "/discover/users", "/blocks",
                "/users/\(people[1].id)",
            ] { try await look(.get, path) }
            for action in ["accept", "decline", "ignore"] { try await look(.post, "/pokes/\(poke.id)/\(action)") }
            let again = try await server.poke(people[1].id, by: people[0])
            seen.append("\(again.status) \(String(decoding: again.body, as: UTF8.self))")
        }
        try await lookAround()
        for days in [1, 12, 2, 20, 12.5] {
            try await server.later(days, &people)
            try await lookAround()
        }
        try await look(.post, "/pokes/\(poke.id)/withdraw")
        return seen
    }

    @Test func `to the asker, declined, ignored, cleared and unread are the same byte for byte`() async throws {
        let unread = try await whatTheAskerSees(after: .none)
        for answer in Answer.allCases {
            #expect(try await whatTheAskerSees(after: answer) == unread, "\(answer)")
        }
    }

    @Test(arguments: ["decline", "ignore"])
    func `taking back an answered poke looks like taking back an unread one`(_ action: String) async throws {
        func transcript(_ answer: String?) async throws -> [Data] {
            let server = TestServer(seed: 6)
            var people = try await server.members("maya", "liam")
            let poke = try await server.sentPoke(from: people[0], to: people[1])
            if let answer { _ = try await server.act(answer, poke.id, by: people[1]) }
            var seen = [try await server.act("withdraw", poke.id, by: people[0]).body]
            for days in [0.1, 29.8, 0.2] {
                try await server.later(days, &people)
                seen.append(try await server.poke(people[1].id, by: people[0]).body)
                seen.append(try await server.send(.get, "/matches/today", token: people[0].token).body)
            }
            return seen
        }
        #expect(try await transcript(action) == transcript(nil))
    }

    @Test func `nobody is told how many pokes anyone gets`() async throws {
        let server = TestServer()
        let people = try await server.members(["maya"] + (0..<5).map { "s\($0)" })
        for asker in people.dropFirst() { _ = try await server.sentPoke(from: asker, to: people[0]) }
        for member in people {
            for path in ["/pokes/incoming?limit=1", "/pokes/outgoing", "/discover/users", "/matches"] {
                let response = try await server.send(.get, path, token: member.token)
                let text = String(decoding: response.body, as: UTF8.self)
                for word in ["count", "total", "popular"] { #expect(!text.contains(word)) }
            }
        }
    }
}
