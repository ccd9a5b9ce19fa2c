import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

@Suite struct PublishedRatingsTests {
    private static let campus = CampusRatings(counts: [0, 1, 2, 8, 9])

    /// The ratings of twenty people at seven meetups. The first ten people know each other.
    private static func received(_ raters: Range<Int>, erased: Set<Int> = []) throws -> [CountedRating] {
        try raters.map { rater in
            CountedRating(
                id: UserRatingID("rating \(rater)"),
                rater: erased.contains(rater) ? UserID("gone \(rater)") : Self.id(rater),
                meetup: MeetupID("meetup \(rater % 7)"), stars: try #require(Stars(1 + rater % 5)),
                shownAt: date(rater * 7), isRaterErased: erased.contains(rater))
        }
    }

    private static func id(_ rater: Int) -> UserID { UserID("rater \(rater)") }

    private static func date(_ day: Int) -> Date { Date(timeIntervalSince1970: 1_767_225_600 + Double(day) * 86_400) }

    /// The networks of raters. An erased rater has confirmations under the pseudonym, and nothing else.
    private static func networks(_ raters: Set<UserID>) -> [RaterNetwork] {
        (0..<100).compactMap { rater -> RaterNetwork? in
            let others = (0..<10).map { (UserID("other \(rater) \($0)"), date(-90)) }
            let confirmed = Dictionary(others) { first, _ in first }
            if raters.contains(UserID("gone \(rater)")) {
                return RaterNetwork(rater: UserID("gone \(rater)"), met: [:], confirmed: confirmed)
            }
            guard raters.contains(id(rater)) else { return nil }
            let friends = (0..<10).filter { rater < 10 && $0 != rater }.map { (id($0), date(-90)) }
            return RaterNetwork(
                rater: id(rater), met: Dictionary(friends + others) { first, _ in first }, confirmed: confirmed)
        }
    }

    private static func published(_ raters: Range<Int>) throws -> PublishedRatings {
        var published = PublishedRatings.none
        let isNew = published.publish(
            of: "me", received: try received(raters), campus: campus, now: date(200), networks: networks)
        #expect(isNew && !published.summary(at: date(200)).isNew)
        return published
    }

    @Test func `without a new batch nothing is published, whatever happens to raters and the campus`() throws {
        let before = try Self.published(0..<20)
        var after = before
        let isNew = after.publish(
            of: "me", received: try Self.received(0..<24, erased: Set(0..<12)),
            campus: CampusRatings(counts: [900, 0, 0, 0, 0]), now: Self.date(400)
        ) { _ in [] }
        #expect(!isNew && after == before)
    }

    @Test func `with the next batch a rating of an erased account keeps its weight`() throws {
        var erased = try Self.published(0..<20)
        var whole = erased
        let isNew = whole.publish(
            of: "me", received: try Self.received(0..<25), campus: Self.campus, now: Self.date(200),
            networks: Self.networks)
        #expect(isNew)
        _ = erased.publish(
            of: "me", received: try Self.received(0..<25, erased: Set(0..<8)), campus: Self.campus,
            now: Self.date(200), networks: Self.networks)
        #expect(erased.weights == whole.weights && erased.weights.count == 25)
        #expect(erased.summary(at: Self.date(200)) == whole.summary(at: Self.date(200)))
    }

    @Test func `a rating that was not published before its account was erased counts for nothing`() throws {
        var published = PublishedRatings.none
        _ = published.publish(
            of: "me", received: try Self.received(0..<20, erased: Set(0..<20)), campus: Self.campus,
            now: Self.date(200), networks: Self.networks)
        #expect(published.summary(at: Self.date(200)).isNew)
    }

    @Test func `a stored value survives encoding and decoding`() throws {
        for value in [PublishedRatings.none, try Self.published(0..<20)] {
            #expect(try JSONDecoder().decode(PublishedRatings.self, from: JSONEncoder().encode(value)) == value)
        }
    }

    @Test func `publishing day by day has the same result as publishing once at the end`() throws {
        var daily = PublishedRatings.none
        var batches = 0
        for day in 0...200
        where daily.publish(
            of: "me", received: try Self.received(0..<20), campus: Self.campus, now: Self.date(day),
            networks: Self.networks)
        { batches += 1 }
        #expect(batches > 2)
        #expect(daily == (try Self.published(0..<20)))
    }

    @Test func `a rating of an erased account whose confirmations are not stored counts for nothing`() throws {
        var published = try Self.published(0..<20)
        _ = published.publish(
            of: "me", received: try Self.received(0..<25, erased: Set(0..<20)), campus: Self.campus,
            now: Self.date(200)
        ) { raters in Self.networks(raters.filter { $0.rawValue.hasPrefix("rater") }) }
        #expect(published.weights.count == 25)
        #expect(published.weights.values.filter { $0.confirmations > 0 }.count == 5)
    }
}
