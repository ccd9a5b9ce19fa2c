import Connections
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

/// A campus on which people act at random. The same seed gives the same actions.
struct RandomCampus {
    /// The two ways to refuse a poke.
    enum Refusal: String {
        case decline, ignore
    }

    private enum Deed: CaseIterable {
        case poke, accept, refuse, withdraw, clear, disconnect, block, unblock, today, pause, resume, wait
    }

    private struct Block: Hashable, Comparable {
        let blocker: UserID
        let blocked: UserID

        static func < (lhs: Self, rhs: Self) -> Bool { (lhs.blocker, lhs.blocked) < (rhs.blocker, rhs.blocked) }
    }

    let server: TestServer
    private(set) var members: [Member]
    /// The actions so far, for failure messages.
    private(set) var deeds: [String] = []
    private let refusal: Refusal
    private let photos: [UserID: PhotoID]
    private var random: SplitMix64
    private var blocks: Set<Block> = []
    private var pokedAt: [UserID: [Date]] = [:]
    /// The positions up to which ``everythingSeen(by:)`` has read the logs.
    private var read: [UserID: LogPosition] = [:]

    init(seed: UInt64, people: Int, refusal: Refusal = .decline) async throws {
        server = TestServer(seed: seed)
        random = SplitMix64(seed: seed)
        self.refusal = refusal
        members = try await server.members((0..<people).map { "s\($0)" })
        var photos: [UserID: PhotoID] = [:]
        for member in members {
            let photo = try await server.upload(TestImage.png(), token: member.token).payload(Keyed<Photo>.self).value
            var profile = Profile.valid(member.address)
            profile.photos = [photo]
            try await server.save(profile, token: member.token)
            photos[member.id] = photo.id
        }
        self.photos = photos
        for member in members { read[member.id] = try await server.head(member) }
    }

    /// Performs a random action and returns the people that it concerns.
    mutating func doSomething() async throws -> [Member] {
        let pair = Array(members.shuffled(using: &random).prefix(2))
        let (one, other) = (try #require(pair.first), try #require(pair.last))
        let often: [Deed] = [.poke, .poke, .poke, .accept, .refuse, .refuse, .wait]
        let deed = (Deed.allCases + often).randomElement(using: &random) ?? .poke
        deeds.append("\(deed) \(one.address) \(other.address)")
        switch deed {
        case .poke: try await poke(other, by: one)
        case .accept, .refuse:
            guard let waiting = try await server.incoming(one).list.elements.randomElement(using: &random) else {
                break
            }
            let action = deed == .accept ? "accept" : refusal.rawValue
            #expect(try await server.act(action, waiting.id, by: one).status == 200)
        case .withdraw:
            let open = try await server.outgoing(one).list.elements.filter { $0.poke.status == .pending }
            guard let poke = open.randomElement(using: &random) else { break }
            #expect(try await server.act("withdraw", poke.id, by: one).status == 200)
        case .clear:
            _ = try await server.post("/pokes/clear", ClearPokesRequest.from(other.id), token: one.token)
        case .disconnect:
            guard let match = try await server.matches(one).list.elements.randomElement(using: &random) else {
                break
            }
            #expect(try await server.disconnect(match.id, by: one).status == 200)
        case .block:
            #expect(try await server.block(other.id, by: one).status == 200)
            blocks.insert(Block(blocker: one.id, blocked: other.id))
        case .unblock:
            guard let block = blocks.sorted().randomElement(using: &random),
                let blocker = members.first(where: { $0.id == block.blocker })
            else { break }
            #expect(try await server.unblock(block.blocked, by: blocker).status == 200)
            blocks.remove(block)
        case .today: _ = try await server.today(one)
        case .pause: _ = try await server.send(.put, "/matches/pause", token: one.token)
        case .resume: _ = try await server.send(.delete, "/matches/pause", token: one.token)
        case .wait:
            try await server.pass(days: [0.01, 0.4, 1, 13, 31].randomElement(using: &random) ?? 1, &members)
            try await server.backend.runScheduledWork()
        }
        return pair.map { person in members.first { $0.id == person.id } ?? person }
    }

    /// Sends a poke, and sometimes repeats the request.
    private mutating func poke(_ other: Member, by one: Member) async throws {
        let key = "k\(random.next())"
        let answer = try await server.poke(other.id, by: one, key: key)
        if random.next().isMultiple(of: 4), answer.status == 200 {
            #expect(try await server.poke(other.id, by: one, key: key).body == answer.body)
        }
        #expect((answer.status == 404) == isBlocked(one.id, other.id))
        guard answer.status == 200, case .sent = try answer.payload(PokeOutcome.self) else { return }
        pokedAt[one.id, default: []].append(server.clock.date)
    }

    /// Whether one of the two people has blocked the other person.
    func isBlocked(_ one: UserID, _ other: UserID) -> Bool {
        blocks.contains(Block(blocker: one, blocked: other)) || blocks.contains(Block(blocker: other, blocked: one))
    }

    /// Whether the member is shown no person with a block in either direction.
    func blockedAreUnseen(by member: Member, today: Bool) async throws -> Bool {
        var shown = try await shownPeople(to: member)
        if today {
            shown += try await look("/matches/today", member).payload(TodayData.self).matches.elements.map(\.partnerID)
        }
        for other in members where other.id != member.id {
            let isBlocked = isBlocked(member.id, other.id)
            if isBlocked && shown.contains(other.id) { return false }
            guard let photo = photos[other.id] else { return false }
            for path in ["/users/\(other.id)", "/users/\(other.id)/photos/\(photo)"] {
                if try await look(path, member).status != (isBlocked ? 404 : 200) { return false }
            }
        }
        return true
    }

    private func shownPeople(to member: Member) async throws -> [UserID] {
        let own = try await look("/blocks?limit=100", member).payload(Page<BlockedPerson>.self).list.elements.map(
            \.userID)
        #expect(Set(own) == Set(blocks.filter { $0.blocker == member.id }.map(\.blocked)))
        return try await look("/discover/users?limit=100", member).payload(PeopleIDs.self).profiles.map(\.id)
            + look("/pokes/incoming?limit=100", member).payload(Page<IncomingPoke>.self).list.elements
            .map(\.person.id) + outgoing(of: member).map(\.person.id) + matches(of: member).map(\.partnerID)
    }

    private func outgoing(of member: Member) async throws -> [OutgoingPoke] {
        try await look("/pokes/outgoing?limit=100", member).payload(Page<OutgoingPoke>.self).list.elements
    }

    private func matches(of member: Member) async throws -> [Match] {
        try await look("/matches?limit=100", member).payload(Page<Match>.self).list.elements
    }

    /// Whether each match is listed once by both of its people.
    func matchesAgree() async throws -> Bool {
        var partners: [UserID: [Match]] = [:]
        for member in members { partners[member.id] = try await matches(of: member) }
        return partners.allSatisfy { id, matches in
            Set(matches.map(\.partnerID)).count == matches.count
                && matches.allSatisfy { match in
                    partners[match.partnerID]?.filter { $0.partnerID == id }.map(\.id) == [match.id]
                }
        }
    }

    /// Whether each pair has at most one open poke, and no open poke beside an active match.
    func hasAtMostOneOpenPokePerPair() async throws -> Bool {
        let (ids, now) = (members.map(\.id), server.clock.date)
        return try await server.store.read { reader in
            for (place, one) in ids.enumerated() {
                for other in ids[(place + 1)...] {
                    let open = try [(one, other), (other, one)].flatMap { from, to in
                        try PokeRecord.sent(from: from, to: to, in: reader, now: now).filter {
                            $0.state(at: now).isOpen
                        }
                    }
                    let isMatch = try MatchRecord.between(UserPair(one, other), in: reader)?.isActive == true
                    if open.count > (isMatch ? 0 : 1) { return false }
                }
            }
            return true
        }
    }

    /// Whether the member sees no refusal of their pokes and has stayed within the limits.
    func hidesRefusalsAndRespectsLimits(for member: Member) async throws -> Bool {
        let outgoing = try await outgoing(of: member).map(\.poke.status)
        let recent = (pokedAt[member.id] ?? []).filter { server.clock.date.timeIntervalSince($0) < PokeLimits.day }
        return !outgoing.contains(.declined) && !outgoing.contains(.ignored)
            && outgoing.count { $0 == .pending } <= PokeLimits.standard.openAtOnce
            && recent.count <= PokeLimits.standard.perDay
    }

    /// Everything that a member can read, byte for byte, with the events since the last call.
    mutating func everythingSeen(by member: Member) async throws -> [String] {
        var seen: [String] = []
        let people = members.map { "/users/\($0.id)" }
        let position = try #require(read[member.id])
        read[member.id] = try await look("/events", member).receipt().at
        for path in [
            "/events?after=\(position)", "/discover/users", "/pokes/incoming", "/pokes/outgoing", "/matches",
            "/matches/today", "/blocks",
        ] + people {
            let response = try await look(path, member)
            seen.append("\(path) \(response.status) \(String(decoding: response.body, as: UTF8.self))")
        }
        return seen
    }

    /// Sends a request without the check against the contract in `TestServer.send`, which takes most of the time.
    private func look(_ path: String, _ member: Member) async throws -> HTTPResponse {
        let url = try #require(URL(string: "https://orbit.example/api" + path))
        let headers = HTTPHeaders(lenient: [("Authorization", "Bearer \(member.token.reveal)")])
        return await server.backend.respond(
            to: HTTPRequest(method: .get, url: url, headers: headers), origin: "192.0.2.1")
    }
}

/// The ids of the people on a page of suggestions.
private struct PeopleIDs: Decodable {
    struct Entry: Decodable {
        let id: UserID
    }

    let profiles: [Entry]
}
