import Auth
import Connections
import Foundation
import Matching
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ErasureTests {
    /// Whether an erasure may leave the record according to `Docs/erasure.md`. These records contain only the id of the
    /// person, and they expire.
    private static func isNamed(_ record: any StoreRecord) -> Bool {
        switch record {
        case let entry as LogEntry: entry.kind == .personHidden && entry.data == nil
        case is SeenRecord, is DailyList: true
        default: false
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `an erasure leaves no byte of the person except in the records that the document names`(_ seed: UInt64)
        async throws
    {
        let life = try await FullLife(seed: seed)
        #expect(try life.traces().count > 20)
        #expect(life.store.blobs.count > 0)
        #expect(try await life.erase().status == 200)
        try await life.server.backend.runScheduledWork()
        let left = try life.traces().filter { name in life.store.committed[name].map { !Self.isNamed($0) } ?? true }
        #expect(left == [])
        let named = try life.traces().compactMap { life.store.committed[$0] }.map { AnyEncodable($0) }
        for record in named {
            let text = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
            #expect(!text.lowercased().contains(FullLife.canary))
        }
    }

    @Test func `erasure covers every table that a full life writes`() async throws {
        let life = try await FullLife()
        _ = try await life.erase()
        let written = Set(life.store.committed.keys.compactMap { $0.split(separator: " ").first.map(String.init) })
        let known = FeatureSet.orbit.erased.map { $0.table }
        #expect(Set(known).count == known.count)
        #expect(written.subtracting(known) == [])
        #expect(written.count > 15)
    }

    @Test func `no record names erased moderators who have made or reviewed an overturned decision`() async throws {
        let store = CrashingStore()
        let server = try TestServer.moderated(by: "mod", "mina", "mo", store: store)
        let people = try await server.members("maya", "liam", "mod", "mina", "mo")
        let report = try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.warn, by: people[2])
        // The warned person appeals first, and then the reporter.
        #expect(try await server.appeal(decision.id, by: people[1]).status == 200)
        let first = try #require(try await server.appeals(people[3]).first)
        #expect(try await server.decide(first.id, overturns: true, by: people[3]).status == 200)
        #expect(try await server.appeal(report.id, by: people[0]).status == 200)
        let second = try #require(try await server.appeals(people[4]).first)
        #expect(try await server.decide(second.id, overturns: true, by: people[4]).status == 200)
        func barred() async throws -> [UserID]? {
            try await store.read { try CaseRecord.of(.person(people[1].id), in: $0)?.barred }
        }
        let moderators = people[2...3].map(\.id)
        #expect(try await barred() == moderators)
        for moderator in people[2...3] {
            #expect(try await server.send(.delete, "/users/me", token: moderator.token).status == 200)
        }
        try await server.backend.runScheduledWork()
        #expect(try await barred()?.count == 2)
        for (name, record) in store.committed where !Self.isNamed(record) {
            let text = String(decoding: try JSONEncoder().encode(AnyEncodable(record)), as: UTF8.self)
            let all = "\(name) \(record.indexEntries) \(text)"
            #expect(!moderators.contains { all.contains($0.rawValue) }, "\(name)")
        }
    }

    @Test func `an erasure does not change a poke or a meetup between other people`() async throws {
        let life = try await FullLife()
        let server = life.server
        // A person that the day's pairing has not matched with the stranger.
        let matches = Set(try await server.matches(life.stranger).list.elements.map(\.partnerID))
        let sender = try #require(life.others.dropLast().first { !matches.contains($0.id) })
        _ = try await server.sentPoke(from: sender, to: life.stranger)
        #expect(try await life.erase().status == 200)
        try await server.backend.runScheduledWork()
        #expect(try await server.incoming(life.stranger).list.elements.map(\.person.id) == [sender.id])
        #expect(try await server.meetup(life.attended[0], as: life.stranger).attendance == .going)
    }

    @Test func `requests about a person in an interrupted erasure get the responses of an id that never existed`()
        async throws
    {
        let life = try await FullLife()
        let server = life.server
        life.store.crash(.afterCommit(0))
        #expect(try await life.erase().status == 503)
        life.store.restart()
        let never = UserID("0123456789abcdef0123456789abcdef")
        for viewer in life.others {
            for (method, path) in [
                (HTTPMethod.get, "/users/ID"), (.get, "/users/ID/photos/x"), (.post, "/blocks/ID"),
                (.delete, "/blocks/ID"), (.put, "/discover/less-like/ID"),
            ] {
                func body(_ id: UserID) async throws -> (Int, JSONValue?, ProblemCode?) {
                    let path = path.replacing("ID", with: id.rawValue)
                    let response = try await server.send(method, path, token: viewer.token)
                    return (response.status, response.data, response.code)
                }
                let (gone, unknown) = (try await body(life.person.id), try await body(never))
                #expect(gone == unknown, "\(method) \(path)")
            }
            #expect(
                try await server.poke(life.person.id, by: viewer).body == server.poke(never, by: viewer).body)
            #expect(try await !server.matches(viewer).list.elements.contains { $0.partnerID == life.person.id })
            #expect(try await !server.incoming(viewer).list.elements.contains { $0.person.id == life.person.id })
            #expect(try await !server.mine(viewer).contains { $0.host.id == life.person.id })
        }
    }

    @Test(arguments: [false, true])
    func `all sessions end with the erasure request, even if the erasure is interrupted`(_ isInterrupted: Bool)
        async throws
    {
        let life = try await FullLife()
        let server = life.server
        server.clock.advance(by: .seconds(60))
        let other = try await server.signIn(life.person.address)
        let garbage = try await server.me(AccessToken("garbage"))
        if isInterrupted {
            life.store.crash(.afterCommit(0))
            #expect(try await life.erase().status == 503)
            life.store.restart()
        } else {
            #expect(try await life.erase().status == 200)
            try await server.backend.runScheduledWork()
        }
        for token in [life.person.token, other.accessToken] { #expect(try await server.me(token).body == garbage.body) }
        #expect(try await server.refresh(other.refreshToken).code == .sessionEnded)
        #expect(try await life.erase().status == 401)
    }

    @Test func `an event stream ends when its account is erased`() async throws {
        let life = try await FullLife()
        let url = try #require(URL(string: "https://orbit.example/api/events"))
        let fields = [("Authorization", "Bearer \(life.person.token.reveal)"), ("Accept", "text/event-stream")]
        let stream = await life.server.backend.open(
            HTTPRequest(method: .get, url: url, headers: HTTPHeaders(lenient: fields)), origin: "192.0.2.1")
        _ = try await stream.next()
        let ended = Task { while try await stream.next() != nil {} }
        #expect(try await life.erase().status == 200)
        try await ended.value
    }

    @Test func `erasing an account needs a sign-in within the last 15 minutes`() async throws {
        let server = TestServer()
        let grant = try await server.join("maya@stanford.edu", profile: .valid())
        server.clock.advance(by: .seconds(600))
        let stolen = try await server.refresh(grant.refreshToken).payload(AuthGrant.self)
        server.clock.advance(by: .seconds(301))
        let refused = try await server.send(.delete, "/users/me", token: stolen.accessToken)
        #expect(refused.status == 403)
        #expect(refused.code == .signInAgain)
        let fresh = try await server.signIn("maya@stanford.edu").accessToken
        #expect(try await server.send(.delete, "/users/me", token: fresh).status == 200)
    }

    @Test func `an erased host's future meetup is cancelled, and guests keep meetups that have begun`() async throws {
        let life = try await FullLife()
        let (server, guest) = (life.server, life.match)
        let before = try await server.store.read { try LogHead.of(guest.id, in: $0)?.seq ?? 0 }
        _ = try await life.erase()
        try await server.backend.runScheduledWork()
        let (coming, running, over) = (life.hosted[0], life.hosted[1], life.hosted[2])
        let cancelled = try await server.read(coming, as: guest).payload(MeetupListing.self)
        #expect(cancelled.meetup.cancelReason == .hostUnavailable)
        #expect(cancelled.meetup.plan.description.isEmpty)
        #expect(cancelled.host == FormerHost.person)
        #expect(try await server.meetup(running, as: guest).status == .scheduled)
        #expect(try await server.attend("check-in", running, by: guest).status == 200)
        #expect(try await server.meetup(over, as: guest).goingCount == 1)
        #expect(try await server.read(life.hosted[3], as: guest).status == 404)
        #expect(try await server.read(over, as: life.stranger).status == 404)
        #expect(try await server.read(coming, as: life.stranger).status == 404)
        let kinds = try await server.kinds(in: guest.id)
        let changed = try await server.store.read { reader in
            try LogEntry.list(guest.id, before + 1...before + 200, in: reader)
                .filter { $0.kind == .meetupChanged }.compactMap(\.data)
        }
        let told = try changed.map { try OrbitJSON.decoder.decode(MeetupListing.self, from: $0) }
        #expect(told.filter { $0.id == coming }.map(\.meetup.status) == [.cancelled])
        #expect(kinds.filter { $0 == .personHidden }.count == 1)
        #expect(try await server.kinds(in: life.stranger.id).filter { $0 == .personHidden }.count == 1)
    }

    @Test func `an erased guest frees their place, and the next person in line gets an offer`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("host", "guest", "next")
        let meetup = try await server.host(by: people[0]) { $0.capacity = 2 }.meetup.id
        try await server.joined(meetup, by: people[1])
        #expect(try await server.joined(meetup, by: people[2]) == .waiting)
        _ = try await server.send(.delete, "/users/me", token: people[1].token)
        try await server.backend.runScheduledWork()
        let seen = try await server.meetup(meetup, as: people[0])
        #expect((seen.goingCount, seen.waitingCount) == (2, 0))
        #expect(try await server.attendance(at: meetup, of: people[2]) == .offered)
    }

    @Test func `people with a block in either direction are not notified again of an erasure`() async throws {
        let life = try await FullLife()
        let blocked = [life.others[3], life.others[4]]
        var before: [Int] = []
        for member in blocked {
            before.append(try await life.server.kinds(in: member.id).filter { $0 == .personHidden }.count)
        }
        _ = try await life.erase()
        try await life.server.backend.runScheduledWork()
        for (member, before) in zip(blocked, before) {
            #expect(try await life.server.kinds(in: member.id).filter { $0 == .personHidden }.count == before)
        }
    }
}
