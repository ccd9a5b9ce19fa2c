import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Counts for a viewer with about as many blocks as ``HiddenPeople`` reads. The oldest block hides Maya from Vera.
@Suite struct ManyBlocksTests {
    private let server = TestServer.onCampus()

    /// Has accounts block the viewer, or the viewer block them, later than any other block.
    private func block(_ viewer: Member, _ numbers: Range<Int>, isViewerBlocker: Bool = false) async throws {
        try await server.storeBlocks(of: viewer, numbers, isOwn: isViewerBlocker, after: 60)
    }

    /// Four counts of a meetup. The list of meetups gives the first two: the places taken and the people waiting. The
    /// meetup's own response gives the same two again.
    private func counts(of id: MeetupID, as viewer: Member, in path: String = "/meetups") async throws -> [Int] {
        let page = try await server.send(.get, path, token: viewer.token).payload(Page<MeetupListing>.self)
        let listed = try #require(page.list.elements.first { $0.id == id }).meetup
        let read = try await server.meetup(id, as: viewer)
        return [listed, read].flatMap { [$0.goingCount, $0.waitingCount] }
    }

    @Test(arguments: [false, true])
    func `newer blocks bring no hidden guest back into the counts of a meetup`(_ isViewerBlocker: Bool) async throws {
        let people = try await server.members("vera", "maya", "ana", "liam")
        let viewer = people[0]
        #expect(try await server.block(viewer.id, by: people[1]).status == 200)
        let id = try await server.host(by: people[2]) { $0.capacity = 10 }.id
        try await server.joined(id, by: people[1], companions: 2)
        try await server.joined(id, by: people[3])
        try await block(viewer, 0..<99, isViewerBlocker: isViewerBlocker)
        #expect(try await counts(of: id, as: viewer) == [2, 0, 2, 0])
        try await block(viewer, 99..<150, isViewerBlocker: isViewerBlocker)
        #expect(try await counts(of: id, as: viewer) == [1, 0, 1, 0])
        #expect(try await server.joinDespiteBlocks(id, by: viewer).status == 200)
        #expect(try await counts(of: id, as: viewer) == [2, 0, 2, 0])
        _ = try await server.attend("leave", id, by: people[1])
        #expect(try await counts(of: id, as: viewer) == [2, 0, 2, 0])
        #expect(try await counts(of: id, as: people[3]) == [3, 0, 3, 0])
    }

    @Test func `newer blocks bring no hidden person back into the counts of a post`() async throws {
        let people = try await server.members("vera", "maya", "ana", "liam")
        let viewer = people[0]
        #expect(try await server.block(viewer.id, by: people[1]).status == 200)
        try await block(viewer, 0..<100)
        let id = try await server.host(by: people[2]).id
        for guest in [people[1], people[3], viewer] {
            #expect(try await server.joinDespiteBlocks(id, by: guest).status == 200)
        }
        let hello = PostRequest(text: "Hello")
        let post = try await server.post("/meetups/\(id)/posts", hello, token: people[2].token).payload(FeedItem.self)
        func like(_ guest: Member) async throws {
            let path = "/meetups/posts/\(post.id)"
            #expect(try await server.send(.put, "\(path)/like", token: guest.token).status == 200)
            #expect(try await server.post("\(path)/comments", hello, token: guest.token).status == 200)
        }
        func counts(for guest: Member) async throws -> [Int] {
            let page = try await server.send(.get, "/meetups/\(id)/posts", token: guest.token)
            let shown = try #require(try page.payload(Page<FeedItem>.self).list.elements.first).post
            return [shown.likeCount, shown.commentCount]
        }
        for guest in [people[1], people[3]] { try await like(guest) }
        #expect(try await counts(for: viewer) == [0, 0])
        try await like(viewer)
        #expect(try await counts(for: viewer) == [1, 1])
        #expect(try await counts(for: people[3]) == [3, 3])
    }

    @Test func `a host with many blocks sees all guests counted until check-in, and only themselves afterwards`()
        async throws
    {
        var people = try await server.members("vera", "liam")
        try await block(people[0], 0..<101)
        let id = try await server.host(inHours: 2, by: people[0]).id
        try await server.joined(id, by: people[1], companions: 1)
        #expect(try await counts(of: id, as: people[0], in: "/meetups/mine") == [3, 0, 3, 0])
        // Check-in begins half an hour before the start.
        for _ in 0..<2 {
            try await server.advanceTime(hours: 1.5, &people)
            #expect(try await counts(of: id, as: people[0], in: "/meetups/mine") == [1, 0, 1, 0])
        }
    }

    @Test func `a full meetup is full to a viewer with many blocks`() async throws {
        let people = try await server.members("vera", "maya", "ana")
        try await block(people[0], 0..<101)
        let id = try await server.host(by: people[2]) { $0.capacity = 2 }.id
        try await server.joined(id, by: people[1])
        #expect(try await counts(of: id, as: people[0]) == [2, 0, 2, 0])
        #expect(try await server.joined(id, by: people[0]) == .waiting)
        #expect(try await counts(of: id, as: people[0]) == [2, 1, 2, 1])
    }
}
