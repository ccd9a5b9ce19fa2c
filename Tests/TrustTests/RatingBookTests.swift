import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

@Suite struct RatingBookTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func date(_ day: Int) -> Date { start.addingTimeInterval(Double(day) * 86_400) }

    /// Ratings among 150 people on 200 days, some of them twice.
    private static func entries(seed: UInt64, count: Int = 3_000) -> [RatingBook.Entry] {
        var random = SplitMix64(seed: seed)
        return (0..<count).compactMap { _ in
            let rater = Int.random(in: 0..<150, using: &random)
            return Stars(Int.random(in: 1...5, using: &random)).map {
                RatingBook.Entry(
                    rater: rater, ratee: (rater + Int.random(in: 1..<150, using: &random)) % 150,
                    meetup: Int.random(in: 0..<150, using: &random), stars: $0,
                    shownAt: date(Int.random(in: 0..<200, using: &random)))
            }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `rating by rating in any order gives the same as all at once`(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 100)
        let entries = Self.entries(seed: seed)
        let whole = RatingBook(people: 150, today: Self.date(150), entries: entries)
        var some = RatingBook(people: 150, today: Self.date(150), entries: entries.prefix(2_700))
        var added = 0
        for entry in entries.dropFirst(2_700).shuffled(using: &random) where some.add(entry) { added += 1 }
        #expect(added == entries.count - 2_700)
        #expect(some.isEqual(to: whole))
        #expect((0..<150).allSatisfy { some.summary(of: $0) == whole.summary(of: $0) })
        #expect((0..<150).contains { !whole.summary(of: $0).isNew })
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `days that pass, and a clock that goes back, give the same as a new book`(seed: UInt64) {
        let entries = Self.entries(seed: seed)
        var book = RatingBook(people: 150, today: Self.date(10), entries: entries)
        for day in [30, 31, 90, 60, 200, 0, 120] {
            book.advance(to: Self.date(day))
            #expect(book.isEqual(to: RatingBook(people: 150, today: Self.date(day), entries: entries)))
        }
    }

    @Test func `the book says the same as the function of one person's ratings`() throws {
        // Numbers as names that sort alike.
        func name(_ number: Int) -> String { String(format: "%04d", number) }
        let entries = Self.entries(seed: 7)
        let book = RatingBook(people: 150, today: Self.date(180), entries: entries)
        var (met, confirmed): ([Int32: [UserID: Date]], [Int32: [UserID: Date]]) = ([:], [:])
        for entry in entries {
            let shown = Date(timeIntervalSince1970: Double(entry.day) * 86_400)
            for (one, other) in [(entry.rater, entry.ratee), (entry.ratee, entry.rater)] {
                let id = UserID(name(Int(other)))
                met[one, default: [:]][id] = min(met[one]?[id] ?? shown, shown)
            }
            let id = UserID(name(Int(entry.rater)))
            confirmed[entry.ratee, default: [:]][id] = min(confirmed[entry.ratee]?[id] ?? shown, shown)
        }
        let circles = met.map {
            RaterCircle(rater: UserID(name(Int($0.key))), met: $0.value, confirmed: confirmed[$0.key] ?? [:])
        }
        for person in 0..<150 {
            let received = try entries.filter { Int($0.ratee) == person }.map {
                CountedRating(
                    rater: UserID(name(Int($0.rater))), meetup: MeetupID(name(Int($0.meetup))),
                    stars: try #require(Stars(Int($0.stars))),
                    shownAt: Date(timeIntervalSince1970: Double($0.day) * 86_400))
            }
            let summary = RatingSummary(
                of: UserID(name(person)), received: received, circles: circles, campus: book.campus, now: Self.date(180)
            )
            #expect(summary == book.summary(of: person))
        }
    }

    @Test func `strange numbers are left out`() throws {
        let stars = try #require(Stars(3))
        let bad = [(0, 0), (-1, 2), (2, -1), (3, 150), (.max, 1), (1, .min)].map {
            RatingBook.Entry(rater: $0.0, ratee: $0.1, meetup: .max, stars: stars, shownAt: .distantFuture)
        }
        var book = RatingBook(people: 150, today: .distantPast, entries: bad)
        for entry in bad where book.add(entry) { Issue.record("\(entry) was added") }
        #expect(book.campus == .none && book.summary(of: -1).isNew && book.summary(of: 150).isNew)
        #expect(RatingBook(people: -3, today: Self.start, entries: bad).summary(of: 0).isNew)
    }
}
