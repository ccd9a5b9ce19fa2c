import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import OrbitBackend

/// Random requests by which a person fills the log of another person. The same seed gives the same requests.
struct LogFloodingAttack {
    let world: BlockWorld
    var random: SplitMix64
    private let operations: [Contract.Operation]
    private let perspective: BlockPerspective
    private var post = ""
    /// The meetups that the attacker joins and leaves.
    private(set) var meetups: [MeetupID]

    init(world: BlockWorld, random: SplitMix64) throws {
        (self.world, self.random) = (world, random)
        let perspective = BlockPerspective(world: world, viewer: 0)
        self.perspective = perspective
        meetups = (world.own[1]["meetup_id"] ?? []).map { MeetupID($0) }
        // These operations end the attack; see ``finish()``.
        let last = ["eraseMe", "blockUser", "logOut", "disconnectMatch"]
        // Messages have budgets of their own; see `ChatFloodTests`.
        let chat = FeatureFixture.chat.blockMatrix.rows
        operations = try Contract.current.get().operations
            .filter { !$0.isRead && !last.contains($0.id) && chat[$0.id] == nil }
            .filter { !BlockRequest.all($0, perspective).isEmpty }
            .sorted { $0.id < $1.id }
    }

    /// Makes the victim host a meetup with a post, and the attacker attend it.
    mutating func prepare() async throws {
        let (server, me, victim) = (world.server, world.pair[0], world.pair[1])
        server.clock.advance(by: .seconds(60))
        let meetup = try await server.host("Target", inHours: 30, by: victim).id
        try await server.joined(meetup, by: me)
        post = try await server.post(
            "/meetups/\(meetup)/posts", PostRequest(text: "Hello"), token: victim.token
        ).payload(FeedItem.self).post.id.rawValue
    }

    /// Prepares the attack. Then the victim attends meetups of the third person, which the attacker will join, and
    /// blocks the attacker.
    mutating func prepareBlocked() async throws {
        try await prepare()
        let (server, victim) = (world.server, world.pair[1])
        meetups = []
        for number in 0..<3 {
            let id = try await server.host("Shared", inHours: 33 + 3 * Double(number), by: world.third[0]).id
            try await server.joined(id, by: victim)
            meetups.append(id)
        }
        try await world.block(by: 1)
    }

    mutating func doSomething() async throws {
        let server = world.server
        server.clock.advance(by: .milliseconds(500))
        if Bool.random(using: &random) {
            let operation = try #require(operations.randomElement(using: &random))
            let request = try #require(BlockRequest.all(operation, perspective).randomElement(using: &random))
            _ = try await request.send()
        } else {
            try await repeatSomething(server)
        }
        await server.backend.doWorkAfterRequest()
    }

    /// Ends the match, blocks the victim and lifts the block, signs out on a device, and erases the account.
    mutating func finish() async throws {
        let (server, me, victim) = (world.server, world.pair[0], world.pair[1])
        for match in world.between["match_id"] ?? [] { _ = try await server.disconnect(MatchID(match), by: me) }
        for _ in 0..<4 {
            #expect(try await server.block(victim.id, by: me).status == 200)
            for _ in 0..<5 { try await doSomething() }
            _ = try await server.unblock(victim.id, by: me)
            for _ in 0..<5 { try await doSomething() }
        }
        let device = try await server.grant(for: me.id).refreshToken
        #expect(try await server.logOut(device).status == 200)
        #expect(try await server.send(.delete, "/users/me", token: me.token).status == 200)
    }

    private mutating func repeatSomething(_ server: TestServer) async throws {
        let me = world.pair[0]
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            var profile = Profile.valid("Xanthippe")
            profile.bio = "Number \(random.next())"
            try await server.save(profile, token: me.token)
        case 1:
            let method: HTTPMethod = Bool.random(using: &random) ? .put : .delete
            _ = try await server.send(method, "/meetups/posts/\(post)/like", token: me.token)
        case 2:
            _ = try await server.post(
                "/meetups/posts/\(post)/comments", PostRequest(text: "Again"), token: me.token)
        case 3:
            let meetup = try #require(meetups.randomElement(using: &random))
            _ = try await server.join(meetup, by: me)
        default:
            let meetup = try #require(meetups.randomElement(using: &random))
            _ = try await server.attend("leave", meetup, by: me)
        }
    }
}
