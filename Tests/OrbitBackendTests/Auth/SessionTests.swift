import Auth
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct SessionTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    @Test func `a refresh gives a new pair of valid tokens`() async throws {
        let first = try await server.signIn(maya)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        #expect(second.userID == first.userID)
        #expect(!second.isNewUser)
        #expect(
            Set([
                first.accessToken.reveal, first.refreshToken.reveal, second.accessToken.reveal,
                second.refreshToken.reveal,
            ]).count == 4)
        #expect(try await server.me(second.accessToken).status == 200)
        #expect(try await server.refresh(second.refreshToken).status == 200)
    }

    @Test func `an access token is valid for fifteen minutes`() async throws {
        let grant = try await server.signIn(maya)
        server.clock.advance(by: .milliseconds(899_999))
        #expect(try await server.me(grant.accessToken).status == 200)
        server.clock.advance(by: .milliseconds(1))
        let late = try await server.me(grant.accessToken)
        #expect(late.status == 401)
        #expect(late.code == .unauthenticated)
        #expect(late.field("www-authenticate") == "Bearer")
    }

    @Test func `a refresh with a lost response can be repeated within the grace period`() async throws {
        let first = try await server.signIn(maya)
        _ = try await server.refresh(first.refreshToken)
        server.clock.advance(by: .seconds(60))
        let again = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(again.accessToken).status == 200)
        #expect(try await server.refresh(again.refreshToken).status == 200)
    }

    @Test func `two processes that refresh with one token both stay signed in`() async throws {
        let shared = try await server.signIn(maya)
        let fast = try await server.refresh(shared.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(fast.accessToken).status == 200)
        server.clock.advance(by: .seconds(60))
        let slow = try await server.refresh(shared.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(slow.accessToken).status == 200)
        #expect(try await server.me(fast.accessToken).status == 200)
        let next = try await server.refresh(fast.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(next.accessToken).status == 200)
        #expect(try await server.refresh(slow.refreshToken).status == 200)
    }

    @Test func `a lost refresh can be repeated after a week if its tokens were never used`() async throws {
        let first = try await server.signIn(maya)
        #expect(try await server.me(first.accessToken).status == 200)
        _ = try await server.refresh(first.refreshToken)
        server.clock.advance(by: .seconds(7 * 86_400))
        let again = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(again.accessToken).status == 200)
    }

    @Test func `a replaced token used after the grace period ends the whole session`() async throws {
        let first = try await server.signIn(maya)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(second.accessToken).status == 200)
        server.clock.advance(by: .milliseconds(60_001))
        let reuse = try await server.refresh(first.refreshToken)
        #expect(reuse.status == 401)
        #expect(reuse.code == .sessionEnded)
        #expect(try await server.me(second.accessToken).status == 401)
        #expect(try await server.refresh(second.refreshToken).code == .sessionEnded)
    }

    @Test func `a token two generations old ends the session even within the grace period`() async throws {
        let first = try await server.signIn(maya)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        let third = try await server.refresh(second.refreshToken).payload(AuthGrant.self)
        #expect(try await server.refresh(first.refreshToken).code == .sessionEnded)
        #expect(try await server.me(third.accessToken).status == 401)
        #expect(try await server.refresh(third.refreshToken).code == .sessionEnded)
    }

    @Test func `the end of a session does not affect another session of the person`() async throws {
        let phone = try await server.signIn(maya)
        server.clock.advance(by: .seconds(60))
        let laptop = try await server.signIn(maya)
        _ = try await server.logOut(phone.refreshToken)
        #expect(try await server.me(phone.accessToken).status == 401)
        #expect(try await server.me(laptop.accessToken).status == 200)
    }

    @Test func `a hundred simultaneous refreshes of one token all give valid pairs`() async throws {
        let first = try await server.signIn(maya)
        let pairs = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { [server] in try await server.refresh(first.refreshToken).payload(AuthGrant.self) }
            }
            return try await group.reduce(into: [AuthGrant]()) { $0.append($1) }
        }
        #expect(Set(pairs.map(\.refreshToken)).count == 100)
        for pair in pairs { #expect(try await server.me(pair.accessToken).status == 200) }
        let last = try #require(pairs.last)
        #expect(try await server.refresh(last.refreshToken).status == 200)
    }

    @Test func `a session refreshes two hundred times at once and then once in ten minutes`() async throws {
        var token = try await server.signIn(maya).refreshToken
        for _ in 0..<200 { token = try await server.refresh(token).payload(AuthGrant.self).refreshToken }
        let refused = try await server.refresh(token)
        #expect(refused.status == 429)
        #expect(refused.problem?.retryAfter == 576)
        server.clock.advance(by: .seconds(576))
        token = try await server.refresh(token).payload(AuthGrant.self).refreshToken
        #expect(try await server.refresh(token).code == .rateLimited)
        let kept = try await server.store.read { try $0.list(SessionRecord.self, IndexQuery(IndexEntry.expiryIndex)) }
        #expect(kept.map(\.tokens.count) == [2], "however often it is refreshed")
    }

    @Test func `two backends on one store share sessions and limits`() async throws {
        let other = TestServer(store: server.store, seed: 2)
        let grant = try await server.signIn(maya)
        #expect(try await other.me(grant.accessToken).status == 200)
        let next = try await other.refresh(grant.refreshToken).payload(AuthGrant.self)
        #expect(try await server.me(next.accessToken).status == 200)
        #expect(try await other.sendCode(to: maya).code == .rateLimited)
        _ = try await other.logOut(next.refreshToken)
        #expect(try await server.me(next.accessToken).status == 401)
    }

    @Test func `a session lasts ninety days however often it is refreshed`() async throws {
        var token = try await server.signIn(maya).refreshToken
        for _ in 0..<8 {
            server.clock.advance(by: .seconds(11 * 86_400))
            token = try await server.refresh(token).payload(AuthGrant.self).refreshToken
        }
        server.clock.advance(by: .seconds(2 * 86_400))
        #expect(try await server.refresh(token).code == .sessionEnded)
    }

    @Test func `an access token expires with its session`() async throws {
        var grant = try await server.signIn(maya)
        for _ in 0..<8 {
            server.clock.advance(by: .seconds(11 * 86_400))
            grant = try await server.refresh(grant.refreshToken).payload(AuthGrant.self)
        }
        server.clock.advance(by: .seconds(2 * 86_400 - 600))
        grant = try await server.refresh(grant.refreshToken).payload(AuthGrant.self)
        server.clock.advance(by: .milliseconds(599_999))
        #expect(try await server.me(grant.accessToken).status == 200)
        server.clock.advance(by: .milliseconds(1))
        #expect(try await server.me(grant.accessToken).status == 401)
    }

    @Test func `an expired session names its reason only for a token of its last two generations`() async throws {
        let first = try await server.signIn(maya)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        let third = try await server.refresh(second.refreshToken).payload(AuthGrant.self)
        server.clock.advance(by: .seconds(30 * 86_400))
        for (grant, isNamed) in [(third, true), (second, true), (first, false)] {
            let response = try await server.deferringWork { try await server.refresh(grant.refreshToken) }
            #expect(response.code == .sessionEnded)
            #expect(response.problem?.details["reason"] == (isNamed ? "expired" : nil))
        }
    }

    @Test func `an idle session lasts thirty days`() async throws {
        let first = try await server.signIn(maya)
        server.clock.advance(by: .seconds(30 * 86_400 - 1))
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        server.clock.advance(by: .seconds(30 * 86_400))
        #expect(try await server.refresh(second.refreshToken).code == .sessionEnded)
    }

    @Test func `an expired session is refused before due work deletes it`() async throws {
        var grants: [AuthGrant] = []
        for number in 0..<3 {
            grants.append(try await server.signIn("student\(number)@stanford.edu"))
            server.clock.advance(by: .milliseconds(1))
        }
        server.clock.advance(by: .seconds(30 * 86_400))
        let last = try #require(grants.last)
        func kept() async throws -> Int {
            try await server.store.read { try $0.count(SessionRecord.self, IndexQuery(IndexEntry.expiryIndex)) }
        }
        let response = try await server.deferringWork { try await server.refresh(last.refreshToken) }
        #expect(response.code == .sessionEnded)
        #expect(try await kept() == grants.count)
        try await server.backend.runScheduledWork()
        #expect(try await kept() == 0)
    }

    @Test func `a sign-out ends the session at once and can be repeated`() async throws {
        let grant = try await server.signIn(maya)
        #expect(try await server.logOut(grant.refreshToken).status == 200)
        #expect(try await server.me(grant.accessToken).status == 401)
        #expect(try await server.refresh(grant.refreshToken).code == .sessionEnded)
        #expect(try await server.logOut(grant.refreshToken).status == 200)
        #expect(try await server.logOut(RefreshToken("never issued")).status == 200)
    }

    @Test func `a sign-out with a replaced token ends the session that replaced it`() async throws {
        let first = try await server.signIn(maya)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        #expect(try await server.logOut(first.refreshToken).status == 200)
        #expect(try await server.me(second.accessToken).status == 401)
        #expect(try await server.refresh(second.refreshToken).code == .sessionEnded)
    }

    @Test func `a forged token that names a session ends the session`() async throws {
        let first = try await server.signIn(maya)
        let forged = String(first.refreshToken.reveal.prefix(32)) + String(repeating: "0", count: 32)
        #expect(try await server.refresh(RefreshToken(forged)).code == .sessionEnded)
        #expect(try await server.me(first.accessToken).status == 401)
    }

    @Test func `a generation keeps its 256 newest tokens`() {
        var tokens = RefreshTokens()
        for number in 0..<300 { tokens.add("token \(number)") }
        #expect(tokens.count == 256)
        #expect(tokens.age(of: "token 43") == .replaced && tokens.age(of: "token 44") == .current)
        tokens.rotate()
        #expect(tokens.age(of: "token 299") == .previous)
        tokens.rotate()
        #expect(tokens.age(of: "token 299") == .replaced && tokens.count == 0)
    }

    @Test func `a refresh token is recognised by the first 32 digits of its digest`() {
        var tokens = RefreshTokens()
        let start = String(repeating: "a", count: 31)
        tokens.add("\(start)bc")
        #expect(tokens.age(of: "\(start)bd") == .current && tokens.age(of: "\(start)cc") == .replaced)
    }

    @Test(arguments: ["", "garbage", String(repeating: "a", count: 64), String(repeating: "🪐", count: 10_000)])
    func `an unknown refresh token is refused`(_ token: String) async throws {
        let response = try await server.refresh(RefreshToken(token))
        #expect(response.status == (token.isEmpty ? 400 : 401))
        #expect(response.code == (token.isEmpty ? .malformedRequest : .sessionEnded))
    }

    @Test func `later requests delete expired sessions, tokens and codes`() async throws {
        for number in 0..<20 {
            _ = try await server.signIn("student\(number)@stanford.edu")
        }
        server.clock.advance(by: .seconds(91 * 86_400))
        for number in 0..<20 {
            _ = try await server.sendCode(to: "student\(number)@stanford.edu", origin: "198.51.100.\(number)")
        }
        let left = try await server.store.read { reader in
            let all = IndexQuery(IndexEntry.expiryIndex)
            return [
                try reader.list(SessionRecord.self, all).count, try reader.list(AccessTokenRecord.self, all).count,
                try reader.list(CodeRecord.self, all).count,
            ]
        }
        #expect(left == [0, 0, 20])
    }
}
