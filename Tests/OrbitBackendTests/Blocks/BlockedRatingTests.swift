import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Compares two worlds that differ only in a rating by a person who blocks the person rated. Decision 19 lists the
/// conclusions that the person rated can draw.
@Suite struct BlockedRatingTests {
    /// A batch of ratings needs five raters. With four other raters, the blocker's rating completes a batch. With five,
    /// it only adds a vote to the summary.
    @Test(arguments: [0, 1], [4, 5])
    func `a blocker's rating changes only the summary that the person rated reads`(
        _ viewer: Int, _ others: Int
    ) async throws {
        let base = try await BlockWorld.with(.match)
        try await base.block(by: 1 - viewer)
        let path = "/users/\(base.pair[viewer].id)/reputation"
        var seen: [[String: [String]]] = []
        var (isNew, received) = ([Bool](), [Int]())
        for isRated in [false, true] {
            var world = try await base.copy()
            if !isRated { try await removeRating(of: viewer, in: world) }
            try await rate(viewer, by: world.server.crowd(others).map(\.id), in: world)
            try await world.signInAnew(after: 86_400)
            try await world.server.backend.runScheduledWork()
            let (server, me) = (world.server, world.pair[viewer])
            let stats = try await server.reputation(of: me.id, as: me).payload(Keyed<ReputationStats>.self).value
            isNew.append(stats.isNew)
            received.append(try await server.received(me).count)
            seen.append(try await BlockPerspective(world: world, viewer: viewer).reads(at: [path]))
        }
        #expect(isNew == [others < 5, false])
        // The list of ratings never contains the blocker's rating. If there is a summary although the list has four
        // ratings, the person rated can conclude that a fifth rating exists.
        #expect(received == [others, others])
        #expect(seen[0].count > 60 && seen[0].keys == seen[1].keys)
        let changed = seen[0].filter { $0.value != seen[1][$0.key] }.keys
        #expect(changed.allSatisfy { $0 == path || $0.hasPrefix("readOwnReputation ") }, "\(changed)")
        #expect(others == 5 || changed.contains(path))
    }

    /// Deletes the rating that the blocker gave before the block.
    private func removeRating(of viewer: Int, in world: BlockWorld) async throws {
        let over = MeetupID(try #require(world.own[0]["meetup_id"]?.first))
        let key = RatingRecord.key(over, by: world.pair[1 - viewer].id, of: world.pair[viewer].id)
        let known = try await world.server.store.transaction { transaction in
            let known = try transaction.get(RatingRecord.self, key)
            try transaction.delete(RatingRecord.self, key)
            return known
        }
        #expect(known?.rating.stars.count == 5)
    }

    /// Stores ratings of the viewer by each rater at three meetups. Ten other people rate each rater and the blocker.
    private func rate(_ viewer: Int, by raters: [UserID], in world: BlockWorld) async throws {
        let (server, person, blocker) = (world.server, world.pair[viewer].id, world.pair[1 - viewer].id)
        var meetups: [MeetupID] = []
        for number in 0..<3 {
            meetups.append(
                try await server.host("Game \(number)", inHours: 50 + Double(number), by: world.third[0]).id)
        }
        let (now, ids) = (server.clock.date, meetups)
        try await server.backend.context.commit(at: now) { transaction in
            func give(_ id: String, by one: UserID, of other: UserID, at place: Int) throws -> RatingRecord {
                let meetup = try #require(try MeetupRecord.of(ids[place % ids.count], in: transaction))
                let entry = CheckedRating(stars: try #require(Stars(5)), tags: [], note: nil, meetAgain: nil)
                var rating = RatingRecord(id: UserRatingID(id), by: one, of: other, at: meetup, entry, now: now)
                rating.show(at: now)
                try transaction.put(rating)
                return rating
            }
            for (place, rater) in (raters + [blocker]).enumerated() {
                if rater != blocker {
                    let rating = try give("\(place)", by: rater, of: person, at: place)
                    try rating.addToPublished(in: transaction)
                }
                for other in 0..<10 {
                    let name = "\(place) \(other)"
                    _ = try give(name, by: UserID("other \(name)"), of: rater, at: place)
                }
            }
        }
    }
}
