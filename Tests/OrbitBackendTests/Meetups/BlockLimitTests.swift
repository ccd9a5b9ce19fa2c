import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The limits of ``HiddenPeople``, which apply to each direction of blocks by itself.
@Suite struct BlockLimitTests {
    private let server = TestServer.onCampus()

    /// The places taken of a meetup, in the list and in the meetup's own response.
    private func places(of id: MeetupID, as viewer: Member) async throws -> [Int] {
        let listed = try #require(try await server.browse(viewer).list.elements.first { $0.id == id }).meetup
        return [listed.goingCount, try await server.meetup(id, as: viewer).goingCount]
    }

    /// The likes and comments of the only post of a meetup.
    private func reactions(at id: MeetupID, as viewer: Member) async throws -> [Int] {
        let page = try await server.send(.get, "/meetups/\(id)/posts", token: viewer.token)
        let post = try #require(try page.payload(Page<FeedItem>.self).list.elements.first).post
        return [post.likeCount, post.commentCount]
    }

    /// Has a host write a post, and people like it and comment on it.
    private func post(at id: MeetupID, by host: Member, reactions people: [Member]) async throws {
        let hello = PostRequest(text: "Hello")
        let post = try await server.post("/meetups/\(id)/posts", hello, token: host.token).payload(FeedItem.self).id
        for person in people {
            let path = "/meetups/posts/\(post)"
            #expect(try await server.send(.put, "\(path)/like", token: person.token).status == 200)
            #expect(try await server.post("\(path)/comments", hello, token: person.token).status == 200)
        }
    }

    /// Compares two worlds that differ only in a block: in the second world, Maya has blocked the viewer. The viewer
    /// reads the same counts in both worlds, before and after the viewer blocks Maya.
    @Test(arguments: [19, 20, 99, 100])
    func `a block by the viewer changes counts equally, whether or not the blocked person blocked first`(
        _ own: Int
    ) async throws {
        var seen: [[[Int]]] = []
        for isBlocked in [false, true] {
            let world = BlockLimitTests()
            let people = try await world.server.members("vera", "maya", "ana", "liam")
            let viewer = people[0]
            let id = try await world.server.host(by: people[2]).id
            for guest in [viewer, people[3]] { try await world.server.joined(id, by: guest) }
            try await world.post(at: id, by: people[2], reactions: [people[3]])
            if isBlocked { #expect(try await world.server.block(viewer.id, by: people[1]).status == 200) }
            try await world.server.storeBlocks(of: viewer, 0..<own, isOwn: true)
            var counts: [[Int]] = []
            for isAfter in [false, true] {
                if isAfter { #expect(try await world.server.block(people[1].id, by: viewer).status == 200) }
                counts.append(try await world.places(of: id, as: viewer))
                counts.append(try await world.reactions(at: id, as: viewer))
            }
            seen.append(counts)
        }
        #expect(seen[0] == seen[1])
        #expect(seen[0][0] == [3, 3])
        #expect(seen[0][2] == (own < 100 ? [3, 3] : [2, 2]))
        #expect(seen[0][3] == (own < 20 ? [1, 1] : [0, 0]))
    }

    /// With 100 blocks in each direction, the counts are exact.
    @Test(arguments: [false, true])
    func `the 101st block in one direction limits the counted places to those of host and viewer`(
        _ isOwn: Bool
    ) async throws {
        let people = try await server.members("vera", "maya", "ana", "liam")
        let viewer = people[0]
        #expect(try await server.block(people[1].id, by: viewer).status == 200)
        let id = try await server.host(by: people[2]).id
        try await server.joined(id, by: people[1], companions: 2)
        try await server.joined(id, by: people[3])
        try await server.storeBlocks(of: viewer, 0..<99, isOwn: true)
        try await server.storeBlocks(of: viewer, 200..<300, isOwn: false)
        #expect(try await places(of: id, as: viewer) == [2, 2])
        try await server.storeBlocks(of: viewer, 300..<301, isOwn: isOwn)
        #expect(try await places(of: id, as: viewer) == [1, 1])
    }

    /// With 20 blocks in each direction, the counts are exact.
    @Test(arguments: [false, true])
    func `the 21st block in one direction limits the counts of likes and comments to the viewer's own`(
        _ isOwn: Bool
    ) async throws {
        let people = try await server.members("vera", "maya", "ana", "liam")
        let viewer = people[0]
        #expect(try await server.block(people[1].id, by: viewer).status == 200)
        let id = try await server.host(by: people[2]).id
        for guest in [people[1], people[3], viewer] {
            #expect(try await server.joinDespiteBlocks(id, by: guest).status == 200)
        }
        try await post(at: id, by: people[2], reactions: [people[1], people[3]])
        try await server.storeBlocks(of: viewer, 0..<19, isOwn: true)
        try await server.storeBlocks(of: viewer, 100..<120, isOwn: false)
        #expect(try await reactions(at: id, as: viewer) == [1, 1])
        #expect(try await reactions(at: id, as: people[3]) == [2, 2])
        try await server.storeBlocks(of: viewer, 300..<301, isOwn: isOwn)
        #expect(try await reactions(at: id, as: viewer) == [0, 0])
        #expect(try await places(of: id, as: viewer) == [3, 3])
    }

    /// If the limit applied to the number of hidden guests, the 21st block would reveal whether all of them take part.
    @Test(arguments: [false, true])
    func `at the 21st block, only the viewer's like is counted, even if no blocked person takes part`(
        _ takePart: Bool
    ) async throws {
        let people = try await server.members(["vera", "ana", "liam"] + (0..<21).map { "guest\($0)" })
        let (viewer, hidden) = (people[0], people[3...])
        let id = try await server.host(by: people[1]).id
        for guest in people[2...].prefix(takePart ? 22 : 1) + [viewer] { try await server.joined(id, by: guest) }
        try await post(at: id, by: people[1], reactions: [viewer, people[2]] + (takePart ? [people[3]] : []))
        var likes: [Int] = []
        for guest in hidden {
            #expect(try await server.block(guest.id, by: viewer).status == 200)
            likes += try await reactions(at: id, as: viewer).prefix(1)
        }
        #expect(likes == Array(repeating: 2, count: 20) + [1])
    }
}
