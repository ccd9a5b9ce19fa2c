import Connections
import Discover
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Reputation
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A person who has done whatever can be done, among others who have done it to them. Every text of theirs holds
/// ``canary``.
struct FullLife {
    static let canary = "canary"

    let server: TestServer
    let store: CrashingStore
    var person: Member
    /// A match; a member who has poked the person; a member that the person has poked; a member who has blocked the
    /// person; a member that the person has blocked; a member with no part in their life.
    var others: [Member]
    /// Hosted by the person: to come, going on, over, and one that no one else knows.
    let hosted: [MeetupID]
    /// Hosted by the match; the person attends the first, waits at the second, has asked for the third, is invited to
    /// the fourth.
    let attended: [MeetupID]

    var match: Member { others[0] }
    var stranger: Member { others[5] }

    init(seed: UInt64 = 1) async throws {
        store = CrashingStore()
        server = .onCampus(store: store, seed: seed)
        person = try await server.members(Self.canary)[0]
        others = try await server.members("noor", "liam", "zoe", "ana", "kim", "sam")
        try await Self.fillProfile(of: person, server)
        try await Self.connect(person, others, server)
        var everyone = [person] + others
        try await Self.care(&everyone, server)
        hosted = try await Self.host(&everyone, server)
        attended = try await Self.attend(everyone, server)
        for member in everyone { _ = try await server.send(.get, "/discover/users", token: member.token) }
        (person, others) = (everyone[0], Array(everyone.dropFirst()))
    }

    private init(copying other: FullLife) async throws {
        (person, others, hosted, attended) = (other.person, other.others, other.hosted, other.attended)
        store = try await CrashingStore(copying: other.store)
        server = .onCampus(store: store, seed: 2)
        server.clock.advance(by: .seconds(other.server.clock.date.timeIntervalSince(server.clock.date)))
    }

    /// The same on a server of its own.
    func copy() async throws -> FullLife { try await FullLife(copying: self) }

    private static func fillProfile(of person: Member, _ server: TestServer) async throws {
        let photo = try await server.upload(TestImage.png("\(canary)-photo"), token: person.token)
            .payload(Named<Photo>.self).value
        var profile = Profile.sound("\(canary) Okafor", interests: ["music", "travel", "\(canary) walks"])
        (profile.bio, profile.photos) = ("I am \(canary)", [photo])
        try await server.save(profile, token: person.token)
        _ = try await server.set(Dealbreakers(ages: 18...30), by: person)
        _ = try await server.send(.post, "/meetups/calendar", token: person.token)
        _ = try await server.send(
            .put, "/meetups/suggested/consent", token: person.token, headers: [("Content-Type", "application/json")],
            body: OrbitJSON.encoder.encode(Named(SuggestionConsent(toHosts: true))))
    }

    private static func connect(_ person: Member, _ others: [Member], _ server: TestServer) async throws {
        try await server.matched(person, others[0])
        _ = try await server.sentPoke(from: others[1], to: person)
        _ = try await server.poke(others[2].id, by: person, key: "a-key")
        _ = try await server.block(person.id, by: others[3])
        _ = try await server.block(others[4].id, by: person)
        _ = try await server.send(.put, "/discover/less-like/\(others[5].id)", token: person.token)
        _ = try await server.send(.put, "/discover/less-like/\(person.id)", token: others[5].token)
        _ = try await server.send(.put, "/discover/less-like/\(person.id)", token: others[1].token)
        _ = try await server.today(others[2])
        _ = try await server.post("/discover/seen", SeenRequest(userIDs: others.map(\.id)), token: person.token)
    }

    /// Both have rated each other, reported, muted and set a check-in.
    private static func care(_ everyone: inout [Member], _ server: TestServer) async throws {
        var two = [everyone[1], everyone[0]]
        let past = try await server.meetupOver(of: &two, "Past")
        (everyone[1], everyone[0]) = (two[0], two[1])
        let (match, person) = (two[0], two[1])
        #expect(try await server.rate(match.id, at: past, by: person, note: "A \(canary) note").status == 200)
        #expect(try await server.rate(person.id, at: past, by: match, note: "Thanks").status == 200)
        #expect(try await server.report(.person(person.id), by: match).status == 200)
        #expect(try await server.report(.person(match.id), by: person).status == 200)
        #expect(try await server.mute(match.id, by: person).status == 200)
        #expect(try await server.mute(person.id, by: match).status == 200)
        _ = try await server.checkIn(by: person) { $0.message = "At \(canary)" }
    }

    private static func host(_ everyone: inout [Member], _ server: TestServer) async throws -> [MeetupID] {
        func host(_ hours: Double, _ guest: Member?) async throws -> MeetupID {
            let meetup = try await server.host("Chess", inHours: hours, lasting: 3, by: everyone[0]) {
                $0.description = "With \(canary)"
                $0.place = PlaceEntry(name: "\(canary)'s home", room: "\(canary)")
            }.meetup.id
            guard let guest else { return meetup }
            try await server.joined(meetup, by: guest)
            _ = try await server.post(
                "/meetups/\(meetup)/posts", PostRequest(text: "Bring \(canary)"), token: everyone[0].token)
            return meetup
        }
        let over = try await host(24, everyone[1])
        try await server.later(hours: 30, &everyone)
        let running = try await host(24, everyone[1])
        _ = try await server.shareToken(running, by: everyone[0])
        try await server.later(hours: 25, &everyone)
        return [try await host(24, everyone[1]), running, over, try await host(48, nil)]
    }

    private static func attend(_ everyone: [Member], _ server: TestServer) async throws -> [MeetupID] {
        let (person, host) = (everyone[0], everyone[1])
        let meetups = [
            try await server.host("Tennis", by: host).meetup.id,
            try await server.host("Full", by: host) { $0.capacity = 2 }.meetup.id,
            try await server.host("Asks", by: host) { $0.approval = .host }.meetup.id,
            try await server.host("Invites", by: host).meetup.id,
        ]
        try await server.joined(meetups[0], by: person)
        try await server.joined(meetups[0], by: everyone[6])
        try await server.joined(meetups[1], by: everyone[6])
        #expect(try await server.joined(meetups[1], by: person) == .waiting)
        _ = try await server.join(meetups[2], by: person, message: "It is \(canary)")
        _ = try await server.invite([person.id], to: meetups[3], by: host)
        _ = try await server.shareToken(meetups[0], by: person)
        let post = try await server.post(
            "/meetups/\(meetups[0])/posts", PostRequest(text: "Hello"), token: host.token
        ).payload(FeedItem.self).post
        _ = try await server.post(
            "/meetups/posts/\(post.id)/comments", PostRequest(text: "A \(canary) comment"), token: person.token)
        _ = try await server.send(.put, "/meetups/posts/\(post.id)/like", token: person.token)
        return meetups
    }

    func erase() async throws -> HTTPResponse { try await server.send(.delete, "/users/me", token: person.token) }

    /// What is stored of the person, as table and key; what the document names is left out.
    func traces() throws -> [String] {
        try store.committed.compactMap { name, record in
            let entries = "\(record.indexEntries)"
            let text = String(decoding: try JSONEncoder().encode(AnyEncodable(record)), as: UTF8.self)
            let all = "\(name) \(entries) \(text)"
            guard all.lowercased().contains(Self.canary) || all.contains(person.id.rawValue) else { return nil }
            return name
        } + photos()
    }

    /// The names of bytes beside records that are of the person.
    private func photos() -> [String] {
        store.blobs.filter { $0.key.contains(person.id.rawValue) || $0.value == TestImage.png("\(Self.canary)-photo") }
            .keys.sorted()
    }
}

/// Any record, as a store on disk would hold it.
struct AnyEncodable: Encodable {
    let record: any StoreRecord

    init(_ record: any StoreRecord) { self.record = record }

    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
