import Auth
import Connections
import Discover
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import TimeAndChance

/// People who join, use the app each day, and erase their accounts after fifty days, with one request after the other.
actor SoakCampus {
    private static let stay = 50
    /// The number of seconds between two requests.
    private static let pause = 5

    private let backend: OrbitBackend
    private let clock: VirtualClock
    private let profiles: [Profile]
    private let count: Int
    private var random = SplitMix64(seed: 11)
    private var people: [SoakPerson] = []
    private var turn = 0
    private var arrived = 0
    private var number = 0
    /// The number of responses of each status.
    private(set) var statuses: [Int: Int] = [:]

    init(people count: Int, on store: any BackendStore, clock: VirtualClock) async throws {
        self.count = count
        self.clock = clock
        backend = OrbitBackend(store: store, time: clock, random: .seeded(1), configuration: .demonstration())
        let seed = try await CampusSeed(people: 500, seed: 7).populate(MemoryStore(), time: clock)
        profiles = seed.compactMap(\.profile)
    }

    /// Sends requests until the given number of them has responses.
    func serve(until requests: Int) async throws {
        while number < requests {
            if people.count < count {
                // The first people join with different numbers of days, so that later the same number leaves each day.
                people.append(try await join(stayed: people.count * Self.stay / count))
                continue
            }
            let place = turn % count
            turn += 1
            people[place].days += 1
            if people[place].days > Self.stay {
                try await leave(people[place])
                people[place] = try await join(stayed: 0)
            }
            people[place] = try await visit(by: people[place])
            // Each person uses the app once a day.
            clock.advance(by: .seconds(max(0, 86_400 / count - 10 * Self.pause)))
            if place % 4 == 0 { try await backend.runScheduledWork() }
        }
    }

    private func join(stayed days: Int) async throws -> SoakPerson {
        arrived += 1
        var person = SoakPerson(
            email: "soak\(arrived)@orbit.example",
            origin: "10.\(arrived >> 16 & 255).\(arrived >> 8 & 255).\(arrived & 255)",
            days: days)
        try await signIn(&person)
        let tag = await send(.get, "/users/me", by: person)?.headers[.etag]
        guard let tag, let profile = profiles.randomElement(using: &random) else {
            throw UnexpectedInput("A person cannot join.")
        }
        await send(.put, "/users/me", profile, by: person, ifMatch: tag)
        return person
    }

    private func signIn(_ person: inout SoakPerson) async throws {
        let sent = await send(.post, "/auth/send-code", SendCodeRequest(email: person.email), by: person)
        guard let challenge = sent?.payload(CodeSent.self)?.challengeID else {
            throw UnexpectedInput("No code is sent.")
        }
        let verified = await send(
            .post, "/auth/verify-code",
            VerifyCodeRequest(email: person.email, code: "123456", challengeID: challenge), by: person)
        guard let grant = verified?.payload(AuthGrant.self) else { throw UnexpectedInput("Nobody is signed in.") }
        (person.access, person.refresh) = (grant.accessToken, grant.refreshToken)
    }

    private func leave(_ person: SoakPerson) async throws {
        var person = person
        try await signIn(&person)
        await send(.delete, "/users/me", by: person)
    }

    private func visit(by person: SoakPerson) async throws -> SoakPerson {
        var person = person
        let pair = await send(.post, "/auth/refresh", RefreshRequest(refreshToken: person.refresh), by: person)
        if let grant = pair?.payload(AuthGrant.self) {
            (person.access, person.refresh) = (grant.accessToken, grant.refreshToken)
        } else {
            try await signIn(&person)
        }
        let page = await send(.get, "/discover/users", by: person)?.payload(DiscoverPage.self)
        await send(.get, "/users/me", by: person)
        let shown = page?.people.elements.map(\.id) ?? []
        if !shown.isEmpty {
            await send(.post, "/discover/seen", SeenRequest(userIDs: Array(shown.prefix(3))), by: person)
        }
        if chance(30), let other = shown.first {
            await send(.post, "/pokes", SendPokeRequest(toUserID: other, note: .hello), by: person)
        }
        let pokes = await send(.get, "/pokes/incoming", by: person)?.payload(Page<IncomingPoke>.self)
        if let poke = pokes?.list.elements.first {
            await send(.post, "/pokes/\(poke.id)/\(chance(40) ? "accept" : "decline")", by: person)
        }
        await send(.get, "/matches/today", by: person)
        let meetups = await send(.get, "/meetups", by: person)?.payload(Page<MeetupListing>.self)
        if chance(20), let meetup = meetups?.list.elements.randomElement(using: &random) {
            await send(.post, "/meetups/\(meetup.id)/join", JoinMeetupRequest(), by: person)
        }
        if chance(3) { await send(.post, "/meetups", meetup(), by: person) }
        await send(.get, "/events", by: person)
        return person
    }

    private func meetup() -> MeetupEntry {
        let hours =
            (clock.date.timeIntervalSince1970 / 3_600).rounded() + Double(Int.random(in: 24...96, using: &random))
        let start = Date(timeIntervalSince1970: hours * 3_600)
        return MeetupEntry(
            title: "Meetup", description: "All are welcome.",
            eventType: EventType.known.randomElement(using: &random), start: start,
            end: start.addingTimeInterval(5_400), timeZone: "America/New_York", approval: .automatic)
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    @discardableResult
    private func send(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil, by person: SoakPerson,
        ifMatch tag: String? = nil
    ) async -> HTTPResponse? {
        number += 1
        clock.advance(by: .seconds(Self.pause))
        do {
            var request = try HTTPRequest.toCampus(
                method, path, key: method == .get ? nil : "soak-\(number)",
                body: body.map { try OrbitJSON.encoder.encode($0) } ?? Data())
            if let access = person.access { try request.headers.set(.authorization, to: "Bearer \(access.reveal)") }
            if let tag { try request.headers.set(.ifMatch, to: tag) }
            let response = await backend.respond(to: request, origin: person.origin)
            statuses[response.status, default: 0] += 1
            return response
        } catch {
            statuses[0, default: 0] += 1
            return nil
        }
    }
}

/// A person who is signed in.
struct SoakPerson: Sendable {
    let email: String
    let origin: String
    var access: AccessToken?
    var refresh = RefreshToken("")
    /// The number of days since the person joined.
    var days: Int

    init(email: String, origin: String, days: Int) {
        (self.email, self.origin, self.days) = (email, origin, days)
    }
}

extension HTTPResponse {
    /// Returns the payload, or `nil` if the response has no payload.
    fileprivate func payload<Payload: Decodable>(_ type: Payload.Type) -> Payload? {
        // A refused request is counted by its status.
        guard let envelope = try? OrbitJSON.decoder.decode(Envelope<Payload>.self, from: body),
            case .success(let payload) = envelope
        else { return nil }
        return payload
    }
}
