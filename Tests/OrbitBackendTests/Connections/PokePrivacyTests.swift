import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PokePrivacyTests {
    enum Answer: CaseIterable {
        case none, decline, ignore, clear, declineThenIgnore, lessLike, lessLikeThenDecline, blockUndone
    }

    /// Everything that the sender of a poke can read after the recipient's answer, byte for byte.
    ///
    /// - Parameter withLog: Whether to include the positions of the sender's log. A block changes them.
    private func responsesToSender(after answer: Answer, withLog: Bool = true) async throws -> [String] {
        let server = TestServer(seed: 5)
        var people = try await server.members("maya", "liam", "ana", "cem")
        let known = people.map(\.id.rawValue)
        func text(_ response: HTTPResponse) -> String {
            var data = String(decoding: response.body, as: UTF8.self)
            if !withLog {
                // Ids drawn after the events of a block differ, and the log is longer by these events.
                data = data.replacing(/[0-9a-f]{32}/) { known.contains(String($0.output)) ? String($0.output) : "#" }
                data = data.replacing(/"(at|seq)":("#:[0-9]+"|[0-9]+)/, with: "")
            }
            return "\(response.status) \(data) \(response.code?.rawValue ?? "")"
        }
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        switch answer {
        case .none, .lessLike, .lessLikeThenDecline, .blockUndone: break
        case .decline: _ = try await server.act("decline", poke.id, by: people[1])
        case .ignore: _ = try await server.act("ignore", poke.id, by: people[1])
        case .clear:
            _ = try await server.post("/pokes/clear", ClearPokesRequest.from(people[0].id), token: people[1].token)
        case .declineThenIgnore:
            _ = try await server.act("decline", poke.id, by: people[1])
            _ = try await server.act("ignore", poke.id, by: people[1])
        }
        let lessLike = "/discover/less-like/\(people[0].id)"
        switch answer {
        case .lessLike, .lessLikeThenDecline:
            #expect(try await server.send(.put, lessLike, token: people[1].token).status == 200)
            if answer == .lessLikeThenDecline { _ = try await server.act("decline", poke.id, by: people[1]) }
        case .blockUndone:
            #expect(try await server.block(people[0].id, by: people[1]).status == 200)
            #expect(try await server.unblock(people[0].id, by: people[1]).status == 200)
        default: break
        }
        var seen: [String] = []
        func look(_ method: HTTPMethod, _ path: String) async throws {
            let response = try await server.send(method, path, token: people[0].token)
            let headers = response.headers.fields.map { "\($0.name): \($0.value)" }
            seen.append("\(withLog ? headers : []) \(text(response))")
        }
        func lookAround() async throws {
            for path in [
                "/pokes/outgoing", "/pokes/incoming", "/matches", "/matches/today", "/discover/users", "/blocks",
                "/users/\(people[1].id)",
            ] { try await look(.get, path) }
            for action in ["accept", "decline", "ignore"] { try await look(.post, "/pokes/\(poke.id)/\(action)") }
            let again = try await server.poke(people[1].id, by: people[0])
            seen.append(text(again))
        }
        try await lookAround()
        for days in [1, 12, 2, 20, 12.5] {
            try await server.advanceTime(days: days, &people)
            try await lookAround()
        }
        try await look(.post, "/pokes/\(poke.id)/withdraw")
        return seen
    }

    @Test func `declined, ignored, cleared and unread pokes are equal for the sender, byte for byte`() async throws {
        let unread = try await responsesToSender(after: .none)
        for answer in Answer.allCases where answer != .blockUndone {
            #expect(try await responsesToSender(after: answer) == unread, "\(answer)")
        }
    }

    @Test func `a poke declined by a lifted block looks like an unread poke to the sender`() async throws {
        let unread = try await responsesToSender(after: .none, withLog: false)
        #expect(try await responsesToSender(after: .blockUndone, withLog: false) == unread)
    }

    /// If the feedback is older than the poke, a repetition of the feedback does not close the poke. So the sender of
    /// the poke cannot detect the feedback.
    @Test func `less-like feedback from before a poke prevents a pairing of the two people`() async throws {
        let server = TestServer(seed: 5)
        var people = try await server.members("maya", "liam")
        let path = "/discover/less-like/\(people[0].id)"
        #expect(try await server.send(.put, path, token: people[1].token).status == 200)
        _ = try await server.sentPoke(from: people[0], to: people[1])
        #expect(try await server.send(.put, path, token: people[1].token).status == 200)
        for days in [0, 44.5, 1] {
            try await server.pass(days: days, &people)
            #expect(try await server.today(people[0]).matches.elements.isEmpty)
        }
    }

    @Test(arguments: ["decline", "ignore"])
    func `withdrawing an answered poke looks like withdrawing an unread poke`(_ action: String) async throws {
        func transcript(_ answer: String?) async throws -> [Data] {
            let server = TestServer(seed: 6)
            var people = try await server.members("maya", "liam")
            let poke = try await server.sentPoke(from: people[0], to: people[1])
            if let answer { _ = try await server.act(answer, poke.id, by: people[1]) }
            var seen = [try await server.act("withdraw", poke.id, by: people[0]).body]
            for days in [0.1, 29.8, 0.2] {
                try await server.advanceTime(days: days, &people)
                seen.append(try await server.poke(people[1].id, by: people[0]).body)
                seen.append(try await server.send(.get, "/matches/today", token: people[0].token).body)
            }
            return seen
        }
        #expect(try await transcript(action) == transcript(nil))
    }

    @Test func `lists contain no number of pokes`() async throws {
        let server = TestServer()
        let people = try await server.members(["maya"] + (0..<5).map { "s\($0)" })
        for sender in people.dropFirst() { _ = try await server.sentPoke(from: sender, to: people[0]) }
        for member in people {
            for path in ["/pokes/incoming?limit=1", "/pokes/outgoing", "/discover/users", "/matches"] {
                let response = try await server.send(.get, path, token: member.token)
                let text = String(decoding: response.body, as: UTF8.self)
                for word in ["count", "total", "popular"] { #expect(!text.contains(word)) }
            }
        }
    }
}
