import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Reputation
import Testing
import TimeAndChance

/// Fixtures that let a view model run against a script.
@MainActor struct RatingsUnderTest {
    /// 2027-01-15T08:00:00Z, the end of the meetup.
    nonisolated static let ended = Date(timeIntervalSince1970: 1_800_000_000)

    let log: EventLog
    let clock: VirtualClock
    let model: RatingsViewModel

    init(_ stub: StubTransport) throws {
        clock = VirtualClock(date: Self.ended)
        log = EventLog(time: clock, random: .seeded(2))
        model = RatingsViewModel(
            service: RatingService(client: try .scripted(stub, events: .ratings, time: clock)), log: log)
    }

    nonisolated static func person(_ id: UserID, name: String? = nil) -> Person {
        Person(id: id, profile: Profile(name: name ?? "Person \(id)"))
    }

    nonisolated static func due(_ person: UserID, at meetup: MeetupID = "m", days: Double = 14) -> DueRating {
        DueRating(
            person: self.person(person), meetup: PastMeetup(id: meetup, title: "Chess", endedAt: ended),
            rateBy: ended.addingTimeInterval(days * 86_400))
    }

    nonisolated static func rating(
        _ id: UserRatingID, from rater: UserID = "maya", of ratee: UserID = "liam", _ stars: Int = 5,
        note: String? = nil, after: TimeInterval = 0, shownAfter: TimeInterval = 14 * 86_400
    ) throws -> UserRating {
        UserRating(
            id: id, raterID: rater, rateeID: ratee, meetupID: "m", stars: try #require(Stars(stars)), note: note,
            createdAt: ended.addingTimeInterval(after), editableUntil: ended.addingTimeInterval(after + 86_400),
            shownAt: ended.addingTimeInterval(shownAfter))
    }

    nonisolated static func given(
        _ id: UserRatingID, of ratee: UserID = "liam", _ stars: Int = 5, note: String? = nil,
        meetAgain: Bool? = nil, after: TimeInterval = 0
    ) throws -> GivenRating {
        GivenRating(
            rating: try rating(id, of: ratee, stars, note: note, after: after), person: person(ratee),
            meetup: PastMeetup(id: "m", title: "Chess", endedAt: ended), meetAgain: meetAgain)
    }

    nonisolated static func received(_ id: UserRatingID, from rater: UserID = "liam") throws -> ReceivedRating {
        ReceivedRating(
            rating: try rating(id, from: rater, of: "maya", shownAfter: 60), person: person(rater),
            meetup: PastMeetup(id: "m", title: "Chess", endedAt: ended))
    }

    nonisolated static func page<Element: JSONKeyed>(
        _ elements: [Element], next: String? = nil
    ) throws -> HTTPResponse { try .success(Page(elements, nextCursor: next)) }

    nonisolated static func refusal(_ code: ProblemCode) throws -> HTTPResponse {
        try .problem(409, Problem(code: code, message: "No."))
    }

    /// The next event of the log.
    func receive(_ seq: Int, _ event: LogEvent) {
        log.receive(LogSlice(at: LogPosition(epoch: "e", seq: seq), events: [event.numbered(seq)]))
    }
}
