import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Compares two worlds that differ only in the actions of a blocker after a block. The blocked person reads everything
/// in the contract, and the responses of the two worlds must be equal to the last byte.
@Suite struct BlockerActionTests {
    @Test(arguments: [0, 1])
    func `a blocker's part in meetups, feeds, ratings and reports changes no byte for the blocked person`(
        _ viewer: Int
    ) async throws {
        let base = try await BlockWorld.with(.match)
        try await base.block(by: 1 - viewer)
        var seen: [[String: [String]]] = []
        for takesPart in [false, true] {
            var life = CommonLife(world: try await base.copy(), actor: 1 - viewer)
            try await life.live(takesPart: takesPart)
            seen.append(try await life.reads())
        }
        #expect(seen[0].count > 60 && seen[0].keys == seen[1].keys)
        for (request, response) in seen[0] { #expect(response == seen[1][request], "\(request)") }
    }

    /// The exception of decision 35: an attempt to join reveals that a meetup is full, so the count of the meetup may
    /// reveal the same.
    @Test(arguments: [0, 1], [false, true])
    func `a blocker in the last place changes only the meetup's count, and only for non-attendees`(
        _ viewer: Int, _ isAttending: Bool
    ) async throws {
        let base = try await BlockWorld.with(.match)
        try await base.block(by: 1 - viewer)
        var seen: [[String: [String]]] = []
        var counts: [Int] = []
        var path = ""
        for isFull in [false, true] {
            var world = try await base.copy()
            _ = try await world.server.send(.put, "/matches/pause", token: world.third[0].token)
            try await world.signInAnew(after: 86_400)
            let (server, me, other) = (world.server, world.pair[viewer], world.pair[1 - viewer])
            let meetup = try await server.host("Full", inHours: 20, by: world.third[0]) {
                $0.capacity = isAttending ? 3 : 2
            }.id
            if isAttending { try await server.joined(meetup, by: me) }
            if isFull { #expect(try await server.joinDespiteBlocks(meetup, by: other).status == 200) }
            counts.append(try await server.meetup(meetup, as: me).goingCount)
            path = "/meetups/\(meetup)"
            seen.append(
                try await BlockPerspective(world: world, viewer: viewer).reads(at: [path, path + "/attendees"]))
        }
        #expect(seen[0].count > 60 && seen[0].keys == seen[1].keys)
        var changed: Set<String> = []
        for (request, response) in seen[0] {
            let other = try #require(seen[1][request])
            guard response != other else { continue }
            changed.insert(request)
            let (one, two) = (try CountlessResponse(response), try CountlessResponse(other))
            #expect(one == two, "\(request)")
        }
        #expect(counts == (isAttending ? [2, 2] : [1, 2]))
        #expect(isAttending ? changed.isEmpty : changed.contains(path), "\(changed)")
    }
}

/// A response without the count of attendees of meetups named "Full", and without its entity tag.
private struct CountlessResponse: Equatable {
    let fields: [String]
    let body: JSONValue

    /// - Parameter bytes: The header fields, the status and a body in JSON, in the form of `HTTPResponse.bytes`.
    init(_ bytes: [String]) throws {
        fields = bytes.dropLast().filter { !$0.lowercased().hasPrefix("etag ") }
        body = Self.withoutCount(try JSONValue(json: Data((bytes.last ?? "").utf8)))
    }

    private static func withoutCount(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(withoutCount))
        case .object(var members):
            if members["title"]?.string == "Full" { members["going_count"] = nil }
            return .object(members.mapValues(withoutCount))
        default: return value
        }
    }
}

extension BlockPerspective {
    /// Every response that the viewer gets, by its request: to all read operations and to requests at `paths`.
    func reads(at paths: [String]) async throws -> [String: [String]] {
        var seen: [String: [String]] = [:]
        for operation in try Contract.current.get().operations where operation.isRead {
            if case .outside = operation.blockRow { continue }
            for request in BlockRequest.all(operation, self) {
                let things = request.filling.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                seen["\(operation.id) \(things)"] = try await request.sendFromStart().bytes
            }
        }
        for path in paths { seen[path] = try await world.server.send(.get, path, token: me.token).bytes }
        return seen
    }
}

/// The actions of two people and a third person at meetups of the third person.
private struct CommonLife {
    private var world: BlockWorld
    private let actor: Int
    private var open: [MeetupID] = []
    private var post = ""
    private var rating = ""

    init(world: BlockWorld, actor: Int) {
        (self.world, self.actor) = (world, actor)
    }

    private var server: TestServer { world.server }
    private var host: Member { world.third[0] }
    private var viewer: Member { world.pair[1 - actor] }

    mutating func live(takesPart: Bool) async throws {
        try await world.signInAnew(after: 120)
        // Otherwise the day's pairing may match the third person with either of the two.
        _ = try await server.send(.put, "/matches/pause", token: host.token)
        for number in 0..<3 {
            open.append(
                try await server.host("Open \(number)", inHours: 20 + 3 * Double(number), by: host) {
                    $0.capacity = number == 1 ? 20 : nil
                }.id)
        }
        _ = try await server.joinDespiteBlocks(open[0], by: viewer)
        post = try await write("Bring a friend", at: "/meetups/\(open[0])/posts", by: host)
        let ownPost = try await write("Anyone for tea?", at: "/meetups/\(open[0])/posts", by: viewer)
        let ownMeetup = try await server.host("Hosted", inHours: 30, by: viewer).id
        if takesPart {
            try await takePart()
            try await deleteOldComments()
            // The blocker finds neither the viewer's meetup nor the viewer's post, and so cannot change the counts of
            // either.
            let me = world.pair[actor]
            #expect(try await server.joinDespiteBlocks(ownMeetup, by: me).status == 404)
            let like = try await server.send(.put, "/meetups/posts/\(ownPost)/like", token: me.token)
            #expect(like.status == 404)
        }
        try await world.signInAnew(after: 20 * 3_600)
        _ = try await server.attend("check-in", open[0], by: viewer)
        if takesPart { _ = try await server.attend("check-in", open[0], by: world.pair[actor]) }
        try await world.signInAnew(after: 4 * 3_600)
        rating = try await server.rate(host.id, at: open[0], by: viewer).payload(GivenRating.self).id.rawValue
        if takesPart { try await judge() }
        for _ in 0..<3 {
            try await server.backend.runScheduledWork()
            try await world.signInAnew(after: 10 * 86_400)
        }
        try await server.backend.runScheduledWork()
    }

    private func write(_ text: String, at path: String, by person: Member) async throws -> String {
        try await server.post(path, PostRequest(text: text), token: person.token).payload(FeedItem.self)
            .post.id.rawValue
    }

    private func takePart() async throws {
        let me = world.pair[actor]
        for id in open { #expect(try await server.joinDespiteBlocks(id, by: me).status == 200) }
        _ = try await server.attend("leave", open[2], by: me)
        let own = try await write("I am coming", at: "/meetups/\(open[0])/posts", by: me)
        for text in ["Me too", "And I"] {
            let comment = try await write(text, at: "/meetups/posts/\(post)/comments", by: me)
            if text == "And I" { _ = try await server.send(.delete, "/meetups/posts/\(comment)", token: me.token) }
        }
        for id in [post, own] { _ = try await server.send(.put, "/meetups/posts/\(id)/like", token: me.token) }
        let mine = try await server.host("Mine", inHours: 40, by: me).id
        _ = try await server.invite([host.id], to: mine, by: me)
        var profile = Profile.valid("Somebody")
        profile.bio = "I go out a lot"
        try await server.save(profile, token: me.token)
        _ = try await server.sentPoke(from: me, to: host)
        _ = try await server.share(open[0], by: me)
        _ = try await server.mute(host.id, by: me)
    }

    /// Deletes the actor's comments from before the block on posts of the viewer.
    private func deleteOldComments() async throws {
        let (me, viewer) = (world.pair[actor], world.pair[1 - actor].id)
        var deleted = 0
        for id in world.own[actor]["post_id"] ?? [] {
            let isOnPostOfViewer = try await server.store.read { reader -> Bool in
                guard let parent = try reader.get(PostRecord.self, id)?.parentID else { return false }
                return try reader.get(PostRecord.self, parent.rawValue)?.authorID == viewer
            }
            guard isOnPostOfViewer else { continue }
            #expect(try await server.send(.delete, "/meetups/posts/\(id)", token: me.token).status == 200)
            deleted += 1
        }
        #expect(deleted > 0)
    }

    private func judge() async throws {
        let me = world.pair[actor]
        #expect(try await server.rate(host.id, at: open[0], by: me, 1).status == 200)
        _ = try await server.reported(.person(host.id), by: me)
        _ = try await server.reported(.post(PostID(post)), by: me)
    }

    /// Every response that the viewer gets, by its request.
    func reads() async throws -> [String: [String]] {
        let paths =
            open.flatMap { ["/meetups/\($0)", "/meetups/\($0)/attendees", "/meetups/\($0)/posts"] }
            + ["/meetups/posts/\(post)/comments", "/users/\(host.id)/reputation", "/users/\(host.id)"]
        let seen = try await BlockPerspective(world: world, viewer: 1 - actor).reads(at: paths)
        // The id of the rating is random and depends on the number of ids drawn before it.
        return seen.mapValues { $0.map { $0.replacing(rating, with: "rating") } }
    }
}
