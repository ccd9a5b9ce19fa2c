import Connections
import Discover
import Foundation
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

/// Two people who have to do with each other in every way that the campus knows, each as the other with them, and a
/// third that both know. It is made once; each test has a copy.
struct BlockWorld: Sendable {
    /// What the two are to each other, of which there is only one thing at a time.
    enum Connection: CaseIterable {
        case none, poke, declinedPoke, match, matchByChance
    }

    /// Words in everything that the first and the second say.
    static let names = ["Xanthippe", "Zebedee"]
    /// An id of nothing.
    static let never = "0123456789abcdef0123456789abcdef"

    /// What one of the two has made, or what is between them; by the parameter that names it in paths.
    typealias Things = [String: [String]]

    private(set) var server: TestServer
    private(set) var pair: [Member] = []
    private(set) var third: [Member] = []
    /// The id of a person who has erased their account.
    private(set) var erased = ""
    /// What each has made, which after a block there is not for the other.
    private(set) var own: [Things] = [[:], [:]]
    /// What is between the two, which after a block there is for neither.
    private(set) var between: Things = [:]
    /// What the third has made.
    private(set) var common: Things = [:]
    /// Which each keeps from the other: of their calendars, and of the other's meetups to which they go.
    private(set) var calendars: [String] = []
    private(set) var shares: [String] = []

    private static let shared = Task { try await BlockWorld() }

    /// A world that the test has to itself, with a connection.
    static func with(_ connection: Connection) async throws -> BlockWorld {
        var world = try await shared.value.copy(seed: 2)
        try await world.connect(connection)
        return world
    }

    /// - Parameter seed: of ids that are made from now on; another for a copy of a copy.
    func copy(seed: UInt64 = 3) async throws -> BlockWorld {
        var world = self
        world.server = .onCampus(store: try await TestStore.copy(of: server.store), seed: seed)
        world.server.clock.advance(by: .seconds(server.clock.date.timeIntervalSince(world.server.clock.date)))
        return world
    }

    private init() async throws {
        server = .onCampus()
        for name in Self.names + ["Carla"] {
            let address = "\(name.lowercased())@stanford.edu"
            let grant = try await server.join(address, profile: .sound(name))
            let member = Member(address: address, id: grant.userID, token: grant.accessToken)
            if name == "Carla" { third = [member] } else { pair.append(member) }
        }
        let leaver = try await server.join("dora@stanford.edu", profile: .sound("Dora"))
        #expect(try await server.send(.delete, "/users/me", token: leaver.accessToken).status == 200)
        try await server.backend.doDueWork()
        erased = leaver.userID.rawValue
        for number in 0..<2 { try await makeOver(by: number) }
        try await signInAnew(after: 4 * 3_600)
        try await makeRatings()
        for number in 0..<2 {
            try await makeProfile(of: number)
            try await makeMeetups(of: number)
            try await makeNotes(of: number)
        }
        for number in 0..<2 {
            let meetup = MeetupID(try #require(own[1 - number]["meetup_id"]?.dropFirst().first))
            shares.append(try await server.shareToken(meetup, by: pair[number]))
        }
        try await signInAnew(after: 60)
        try await makeCommon()
    }

    /// A meetup that is over, at which the other was, too. Its title names no one, as it outlives its host's account: it
    /// then is shown to all who were there, without a host.
    private mutating func makeOver(by number: Int) async throws {
        let over = try await server.host("Over", inHours: 0.25, by: pair[number]).id
        try await server.joined(over, by: pair[1 - number])
        #expect(try await server.attend("check-in", over, by: pair[1 - number]).status == 200)
        own[number]["meetup_id", default: []].append(over.rawValue)
    }

    /// Of the first meetup that is over by both; of the other they are still due.
    private mutating func makeRatings() async throws {
        let over = MeetupID(try #require(own[0]["meetup_id"]?.first))
        for number in 0..<2 {
            let response = try await server.rate(
                pair[1 - number].id, at: over, by: pair[number], note: "\(Self.names[number]) says so")
            between["rating_id", default: []].append(try response.payload(GivenRating.self).id.rawValue)
        }
    }

    /// Makes sessions of their own, as signing in so often would meet a limit.
    mutating func signInAnew(after seconds: Double) async throws {
        server.clock.advance(by: .seconds(seconds))
        let (backend, now) = (server.backend, server.clock.date)
        func token(of person: Member) async throws -> Member {
            var person = person
            let id = person.id
            person.token = try await server.store.transaction {
                try Sessions(context: backend.context).begin(for: id, isNewUser: false, $0, now).accessToken
            }
            return person
        }
        pair = [try await token(of: pair[0]), try await token(of: pair[1])]
        third = [try await token(of: third[0])]
    }

    private mutating func makeProfile(of number: Int) async throws {
        let (me, name) = (pair[number], Self.names[number])
        let image = TestImage.png(name)
        let photo = try await server.upload(image, token: me.token).payload(Named<Photo>.self).value
        var profile = Profile.sound(name)
        (profile.bio, profile.major, profile.photos) = ("\(name) here", name, [photo])
        profile.socials = Socials(["instagram": name.lowercased()])
        try await server.save(profile, token: me.token)
        let consent = Named(SuggestionConsent(toMe: true, toHosts: true))
        let headers = [(name: "Content-Type", value: "application/json")]
        let response = try await server.send(
            .put, "/meetups/suggested/consent", token: me.token, headers: headers,
            body: OrbitJSON.encoder.encode(consent))
        #expect(response.status == 200)
        own[number]["user_id"] = [me.id.rawValue]
        own[number]["photo_id"] = [photo.id.rawValue]
        let calendar = try await server.send(.post, "/meetups/calendar", token: me.token)
        calendars.append(try calendar.payload(NewCalendarAddress.self).token.reveal)
    }

    /// What a person notes for themselves: the people they have seen and reported, and where they are.
    private mutating func makeNotes(of number: Int) async throws {
        let (me, other) = (pair[number], pair[1 - number])
        let seen = try await server.post("/discover/seen", SeenRequest(userIDs: [other.id]), token: me.token)
        #expect(seen.status == 200)
        own[number]["report_id"] = [try await server.reported(.person(other.id), by: me).id.rawValue]
        let contact = CheckInContact(name: "A friend", email: other.address)
        own[number]["check_in_id"] = [try await server.checkIn(inMinutes: 600, to: contact, by: me).id.rawValue]
    }

    /// Meetups of one to which the other goes, for which they wait, have asked, are invited, and which suit them.
    private mutating func makeMeetups(of number: Int) async throws {
        let (me, other, name) = (pair[number], pair[1 - number], Self.names[number])
        func host(inHours hours: Double = 48, _ change: (inout MeetupEntry) -> Void) async throws -> MeetupListing {
            try await server.host("By \(name)", inHours: hours + Double(number) * 6, by: me) {
                $0.description = "Come to \(name)'s"
                $0.interestTags = [Interest("music"), Interest("travel"), Interest("gaming")]
                change(&$0)
            }
        }
        let series = try await host { $0.repeats = "FREQ=WEEKLY;COUNT=2" }
        let full = try await host(inHours: 51) { $0.capacity = 2 }
        let asked = try await host(inHours: 75) { $0.approval = .host }
        let closed = try await host(inHours: 99) { $0.visibility = .invited }
        let suiting = try await host(inHours: 123) { _ in }
        try await server.joined(series.id, by: other)
        try await server.joined(full.id, by: third[0])
        try await server.joined(full.id, by: other)
        _ = try await server.join(asked.id, by: other, message: "\(Self.names[1 - number]) would like to come")
        let invited = try await server.invite([other.id], to: closed.id, by: me).payload(InvitedPeople.self)
        own[number]["meetup_id", default: []] += [series, full, asked, closed, suiting].map(\.id.rawValue)
        own[number]["series_id"] = [try #require(series.meetup.series?.id.rawValue)]
        between["invitation_id", default: []] += invited.invited.elements.map(\.invitation.id.rawValue)
        between["request_id", default: []] += try await server.requests(me).map(\.request.id.rawValue)
        let post = try await write("\(name) says hello", at: "/meetups/\(series.id)/posts", by: me)
        own[number]["post_id", default: []].append(post)
        let comment = try await write(
            "\(Self.names[1 - number]) replies", at: "/meetups/posts/\(post)/comments", by: other)
        own[1 - number]["post_id", default: []].append(comment)
    }

    /// A meetup of the third, to which both go, with posts and comments of all three.
    private mutating func makeCommon() async throws {
        let meetup = try await server.host("Common", inHours: 200, by: third[0]).id
        for person in pair { try await server.joined(meetup, by: person) }
        common["meetup_id"] = [meetup.rawValue]
        let post = try await write("All welcome", at: "/meetups/\(meetup)/posts", by: third[0])
        common["post_id"] = [post]
        for (number, person) in pair.enumerated() {
            let name = Self.names[number]
            own[number]["post_id", default: []].append(
                try await write("\(name) is coming", at: "/meetups/\(meetup)/posts", by: person))
            own[number]["post_id", default: []].append(
                try await write("\(name) thanks", at: "/meetups/posts/\(post)/comments", by: person))
            _ = try await server.send(.put, "/meetups/posts/\(post)/like", token: person.token)
        }
        for number in 0..<2 {
            let post = try #require(own[number]["post_id"]?.dropLast().last)
            let path = "/meetups/posts/\(post)"
            own[1 - number]["post_id", default: []].append(
                try await write("\(Self.names[1 - number]), too", at: "\(path)/comments", by: pair[1 - number]))
            _ = try await server.send(.put, "\(path)/like", token: pair[1 - number].token)
        }
    }

    private func write(_ text: String, at path: String, by person: Member) async throws -> String {
        try await server.post(path, PostRequest(text: text), token: person.token).payload(FeedItem.self)
            .post.id.rawValue
    }

    /// Has one block the other.
    func block(by blocker: Int) async throws {
        #expect(try await server.block(pair[1 - blocker].id, by: pair[blocker]).status == 200)
    }

    func unblock(by blocker: Int) async throws {
        #expect(try await server.unblock(pair[1 - blocker].id, by: pair[blocker]).status == 200)
    }

    private mutating func connect(_ connection: Connection) async throws {
        let (one, other) = (pair[0], pair[1])
        switch connection {
        case .none:
            for person in pair { _ = try await server.send(.get, "/discover/users", token: person.token) }
        case .poke, .declinedPoke:
            let poke = try await server.sentPoke(from: one, to: other)
            between["poke_id"] = [poke.id.rawValue]
            if connection == .declinedPoke { _ = try await server.act("decline", poke.id, by: other) }
        case .match:
            let poke = try await server.sentPoke(from: one, to: other)
            between["poke_id"] = [poke.id.rawValue]
            let match = try await server.act("accept", poke.id, by: other).payload(Named<Match>.self).value
            between["match_id"] = [match.id.rawValue]
            for (one, other) in [(one, other), (other, one)] {
                #expect(try await server.mute(other.id, by: one).status == 200)
                let path = "/discover/less-like/\(other.id)"
                #expect(try await server.send(.put, path, token: one.token).status == 200)
            }
        case .matchByChance:
            _ = try await server.send(.put, "/matches/pause", token: third[0].token)
            between["match_id"] = try await server.today(one).matches.elements.map(\.id.rawValue)
            #expect(between["match_id"]?.count == 1)
        }
    }
}
