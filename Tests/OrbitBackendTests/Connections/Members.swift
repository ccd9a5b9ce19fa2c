import Auth
import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A person with an account, signed in.
struct Member: Codable, Sendable {
    let address: String
    let id: UserID
    var token: AccessToken
}

extension TestServer {
    /// Signs people in and saves a profile for each person. Addresses and profiles contain the names.
    func members(_ names: String...) async throws -> [Member] { try await members(names) }

    func members(_ names: [String]) async throws -> [Member] {
        var members: [Member] = []
        for name in names {
            let address = "\(name)@stanford.edu"
            let grant = try await join(address, profile: .valid(name.capitalized))
            members.append(Member(address: address, id: grant.userID, token: grant.accessToken))
        }
        return members
    }

    /// Advances the clock by days and signs all people in again, because their sessions may have expired.
    func advanceTime(days: Double, _ members: inout [Member]) async throws {
        clock.advance(by: .seconds(days * 86_400))
        for index in members.indices { members[index].token = try await signIn(members[index].address).accessToken }
    }

    /// Begins a session without a code, because so many sign-ins would exceed a limit.
    func session(of id: UserID) async throws -> AccessToken { try await grant(for: id).accessToken }

    /// Begins a session without a code, by default now.
    func grant(for id: UserID, at date: Date? = nil) async throws -> AuthGrant {
        let (context, now) = (backend.context, date ?? clock.date)
        return try await store.transaction { try Sessions(context: context).begin(for: id, isNewUser: false, $0, now) }
    }

    /// Begins a new session for each member without a code.
    func renewSessions(of members: inout [Member]) async throws {
        let (context, now, ids) = (backend.context, clock.date, members.map(\.id))
        let grants = try await store.transaction { transaction in
            try ids.map { try Sessions(context: context).begin(for: $0, isNewUser: false, transaction, now) }
        }
        for (index, grant) in grants.enumerated() { members[index].token = grant.accessToken }
    }

    func poke(
        _ to: UserID, by member: Member, note: PokeNote = .hello, key: String? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/pokes", SendPokeRequest(toUserID: to, note: note), token: member.token,
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// Sends a poke.
    ///
    /// - Throws: ``Unexpected`` if the poke makes a match.
    func sentPoke(from sender: Member, to: Member) async throws -> Poke {
        let outcome = try await poke(to.id, by: sender).payload(PokeOutcome.self)
        guard case .sent(let poke) = outcome else { throw Unexpected() }
        return poke
    }

    struct Unexpected: Error {}

    func act(_ action: String, _ poke: PokeID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/pokes/\(poke)/\(action)", token: member.token)
    }

    func incoming(_ member: Member, query: String = "") async throws -> Page<IncomingPoke> {
        try await send(.get, "/pokes/incoming\(query)", token: member.token).payload(Page<IncomingPoke>.self)
    }

    func outgoing(_ member: Member, query: String = "") async throws -> Page<OutgoingPoke> {
        try await send(.get, "/pokes/outgoing\(query)", token: member.token).payload(Page<OutgoingPoke>.self)
    }

    func matches(_ member: Member, query: String = "") async throws -> Page<Match> {
        try await send(.get, "/matches\(query)", token: member.token).payload(Page<Match>.self)
    }

    /// The matches of today, after the pairing of the day.
    func today(_ member: Member) async throws -> TodayData {
        let data = try await askedToday(member)
        return data.reason == .underWay ? try await askedToday(member) : data
    }

    /// The response to a request for today's match, whether or not the day is paired.
    func askedToday(_ member: Member) async throws -> TodayData {
        try await send(.get, "/matches/today", token: member.token).payload(TodayData.self)
    }

    func person(_ id: UserID, as member: Member) async throws -> HTTPResponse {
        try await send(.get, "/users/\(id)", token: member.token)
    }

    func blocked(_ member: Member, query: String = "") async throws -> Page<BlockedPerson> {
        try await send(.get, "/blocks\(query)", token: member.token).payload(Page<BlockedPerson>.self)
    }

    func disconnect(_ match: MatchID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/matches/\(match)/disconnect", token: member.token)
    }

    func block(_ other: UserID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/blocks/\(other)", token: member.token)
    }

    func unblock(_ other: UserID, by member: Member) async throws -> HTTPResponse {
        try await send(.delete, "/blocks/\(other)", token: member.token)
    }

    /// Makes two people a match.
    @discardableResult
    func matched(_ one: Member, _ other: Member) async throws -> Match {
        _ = try await sentPoke(from: one, to: other)
        guard case .matched(let match) = try await poke(one.id, by: other).payload(PokeOutcome.self) else {
            throw Unexpected()
        }
        return match
    }
}
