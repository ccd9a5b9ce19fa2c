import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Reputation
import Testing
import Trust
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The rules of ratings: people, times and contents.
@Suite struct RatingTests {
    private let server = TestServer.onCampus()

    @Test func `checked-in guests rate each other and the host, and the rating stays hidden`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        #expect(Set(try await server.due(people[1]).list.elements.map(\.person.id)) == [people[0].id, people[2].id])
        let slices = try await server.slices(of: people) {
            let given = try await server.rate(
                people[2].id, at: id, by: people[1], 4, tags: [.onTime, .friendly], note: "  Well played ",
                meetAgain: true
            ).payload(GivenRating.self)
            #expect(given.rating.stars == Stars(4) && given.rating.tags == [.onTime, .friendly])
            #expect(given.rating.note == "Well played" && given.meetAgain == true)
            #expect(given.rating.raterID == people[1].id && given.meetup.title == "Chess")
            #expect(given.rating.shownAt == given.meetup.endedAt.addingTimeInterval(14 * 86_400))
            #expect(given.rating.editableUntil == server.clock.date.addingTimeInterval(86_400))
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[], [.ratingGiven], []])
        #expect(slices[1].events[0].touches == [.givenRatings, .dueRatings])
        #expect(try await server.due(people[1]).list.elements.map(\.person.id) == [people[0].id])
        #expect(try await server.given(people[1]).map(\.person.id) == [people[2].id])
        #expect(try await server.received(people[2]).isEmpty)
    }

    @Test func `both ratings are revealed to both people when the second rating is given`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        _ = try await server.rate(people[1].id, at: id, by: people[0], 2, note: "Late again", meetAgain: false)
        server.clock.advance(by: .seconds(5))
        let slices = try await server.slices(of: people) {
            let given = try await server.rate(people[0].id, at: id, by: people[1], 5).payload(GivenRating.self)
            #expect(given.rating.shownAt == server.clock.date)
        }
        #expect(
            slices.map { $0.events.map(\.kind) } == [
                [.ratingGiven, .ratingReceived], [.ratingReceived, .ratingGiven],
            ])
        for (place, other) in [(0, 1), (1, 0)] {
            let received = try await server.received(people[place])
            #expect(received.map(\.person.id) == [people[other].id])
            #expect(received.map(\.rating) == (try await server.given(people[other]).map(\.rating)))
            let told = try #require(slices[place].events.first { $0.kind == .ratingReceived })
            #expect(try [told.data(ReceivedRating.self)] == received)
        }
        // The received rating does not contain the answer on meeting again.
        let read = try await server.send(.get, "/ratings/received", token: people[1].token)
        #expect(!String(decoding: read.body, as: UTF8.self).contains("meet_again"))
        #expect(try await server.given(people[0])[0].meetAgain == false)
        #expect(try await server.due(people[0]).list.elements.isEmpty)
        #expect(try await server.points(people[0]).contains { $0.point.reason == .ratedInTime })
        var expected = CampusRatings.none
        for stars in [2, 5] { expected.count(stars: stars) }
        let campus = try await server.store.read {
            try AttendanceStatisticsRecord.of(AttendanceStatisticsRecord.key(ofCampus: "stanford.edu"), in: $0)
        }
        #expect(campus.ratings == expected)
    }

    @Test(arguments: ["0", "6", "-1", "99999999999"])
    func `a rating outside one to five stars is refused with its field`(
        _ stars: String
    ) async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let response = try await raw(
            #"{"to_user_id":"\#(people[1].id)","meetup_id":"\#(id)","rating":\#(stars)}"#, people)
        #expect(response.code == .invalidInput && response.problem?.fields.map(\.path) == ["rating"])
    }

    @Test(arguments: ["NaN", "4.5", "\"5\"", "1e999", "null", "99999999999999999999", "[5]"])
    func `stars other than a whole number are refused as malformed`(_ stars: String) async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let response = try await raw(
            #"{"to_user_id":"\#(people[1].id)","meetup_id":"\#(id)","rating":\#(stars)}"#, people)
        #expect(response.code == .malformedRequest)
        #expect(try await server.given(people[0]).isEmpty)
    }

    private func raw(_ body: String, _ people: [Member]) async throws -> HTTPResponse {
        try await server.send(
            .post, "/ratings", token: people[0].token, headers: [("Content-Type", "application/json")],
            body: Data(body.utf8))
    }

    @Test func `unknown tags, repeated tags and a long note are refused with their fields`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let response = try await server.rate(
            people[1].id, at: id, by: people[0], 3, tags: [.friendly, .friendly, RatingTag(rawValue: "ugly")],
            note: String(repeating: "x", count: 281))
        #expect(response.code == .invalidInput)
        #expect(Set(response.problem?.fields.map(\.path) ?? []) == ["tags[1]", "tags[2]", "note"])
        let many = try await server.rate(
            people[1].id, at: id, by: people[0], tags: [.friendly, .onTime, .goodListener, .cameLate, .leftEarly])
        #expect(many.problem?.fields.map(\.code) == [.tooMany])
    }

    @Test func `a person can rate neither themselves nor the same person twice`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let oneself = try await server.rate(people[0].id, at: id, by: people[0])
        #expect(oneself.code == .invalidInput && oneself.problem?.fields.map(\.path) == ["to_user_id"])
        let first = try await server.rate(people[1].id, at: id, by: people[0], key: "a")
        #expect(first.status == 200)
        let again = try await server.rate(people[1].id, at: id, by: people[0], key: "a")
        #expect(again.data == first.data)
        #expect(try await server.rate(people[1].id, at: id, by: people[0], 1).code == .alreadyRated)
        #expect(try await server.given(people[0]).map(\.rating.stars) == [Stars(5)])
    }

    @Test func `a rating of a person who did not attend gets the same refusal for every reason`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor", "cem")
        let id = try await server.host(inHours: 20, lasting: 1, by: people[0]).id
        for guest in people[1...3] { try await server.joined(id, by: guest) }
        _ = try await server.attend("leave", id, by: people[3])
        try await server.pass(hours: 20.1, &people)
        _ = try await server.attend("check-in", id, by: people[1])
        try await server.pass(hours: 2, &people)
        let refused = try await responses([2, 3, 4]) { try await server.rate(people[$0].id, at: id, by: people[1]) }
        #expect(refused.map(\.code) == [.notMet, .notMet, .notMet])
        #expect(Set(refused.map(\.body)).count == 1)
        // A guest without a check-in cannot rate either. People who are not guests get a different code.
        #expect(try await server.rate(people[1].id, at: id, by: people[2]).code == .notMet)
        let strangers = try await responses([3, 4]) { try await server.rate(people[1].id, at: id, by: people[$0]) }
        #expect(strangers.map(\.code) == [.notAttending, .notAttending])
        #expect(try await server.rate(people[1].id, at: "nothing", by: people[4]).code == .notFound)
        #expect(try await server.due(people[2]).list.elements.isEmpty)
        #expect(try await server.due(people[0]).list.elements.map(\.person.id) == [people[1].id])
    }

    @Test func `a host and guests without a check-in cannot rate each other`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people, checkedIn: false)
        #expect(try await server.rate(people[1].id, at: id, by: people[0]).code == .notMet)
        #expect(try await server.rate(people[0].id, at: id, by: people[1]).code == .notMet)
        #expect(try await server.due(people[0]).list.elements.isEmpty)
    }

    @Test func `ratings are given from the end of the meetup for two weeks`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: 1.5, &people)
        _ = try await server.attend("check-in", id, by: people[1])
        #expect(try await server.rate(people[1].id, at: id, by: people[0]).code == .notInTime)
        #expect(try await server.due(people[0]).list.elements.isEmpty)
        try await server.pass(hours: 0.5, &people)
        #expect(try await server.due(people[0]).list.elements.count == 1)
        try await server.pass(hours: 14 * 24 - 1.0 / 3_600, &people)
        #expect(try await server.rate(people[1].id, at: id, by: people[0]).status == 200)
        #expect(try await server.due(people[1]).list.elements.count == 1)
        server.clock.advance(by: .seconds(2))
        #expect(try await server.rate(people[0].id, at: id, by: people[1]).code == .notInTime)
        #expect(try await server.due(people[1]).list.elements.isEmpty)
        #expect(try await server.received(people[1]).count == 1)
    }

    @Test func `guests of a meetup cancelled before its start cannot rate the host`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: 0.75, &people)
        _ = try await server.attend("check-in", id, by: people[1])
        _ = try await server.cancel(id, by: people[0])
        try await server.pass(hours: 2, &people)
        #expect(try await server.rate(people[0].id, at: id, by: people[1]).code == .notMet)
        #expect(try await server.sayMet(people[0].id, at: id, by: people[1]).code == .notMet)
        #expect(try await server.due(people[1]).list.elements.isEmpty)
    }

    @Test(arguments: [1.0, 1.5])
    func `a host who cancels a meetup from its start on can be rated`(_ hours: Double) async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: hours, &people)
        _ = try await server.attend("check-in", id, by: people[1])
        #expect(try await server.cancel(id, by: people[0]).status == 200)
        try await server.pass(hours: 1, &people)
        #expect(try await server.due(people[1]).list.elements.map(\.person.id) == [people[0].id])
        #expect(try await server.rate(people[0].id, at: id, by: people[1], 1).status == 200)
    }

    @Test func `a hidden rating can be edited for a day, and a revealed rating cannot`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.endedMeetup(of: &people)
        let first = try await server.rate(people[1].id, at: id, by: people[0], 3).payload(GivenRating.self)
        let slices = try await server.slices(of: people) {
            let edited = try await server.edit(first.id, RatingEntry(stars: 4, note: "Better"), by: people[0])
            #expect(try edited.payload(GivenRating.self).rating.stars == Stars(4))
            // An edit without a change sends no event.
            _ = try await server.edit(first.id, RatingEntry(stars: 4, note: "Better"), by: people[0])
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.ratingGiven], [], []])
        let unknown = try await server.edit("nothing", RatingEntry(stars: 1), by: people[1])
        #expect(try await server.edit(first.id, RatingEntry(stars: 1), by: people[1]).body == unknown.body)
        #expect(try await server.edit(first.id, RatingEntry(stars: 6), by: people[0]).code == .invalidInput)
        _ = try await server.rate(people[0].id, at: id, by: people[1])
        #expect(try await server.edit(first.id, RatingEntry(stars: 1), by: people[0]).code == .ratingFinal)
        let second = try await server.rate(people[2].id, at: id, by: people[0], 3).payload(GivenRating.self)
        try await server.pass(days: 1, &people)
        #expect(try await server.edit(second.id, RatingEntry(stars: 1), by: people[0]).code == .ratingFinal)
        #expect(try await server.given(people[0]).map(\.rating.stars) == [Stars(3), Stars(4)])
        // The answer on meeting again can be changed at any time.
        let kind = RatingEntry(stars: 4, note: "Better", meetAgain: false)
        #expect(try await server.edit(first.id, kind, by: people[0]).payload(GivenRating.self).meetAgain == false)
    }

    @Test func `people who forgot to check in rate each other once both say that they met`() async throws {
        var people = try await server.members("maya", "liam", "ana", "cem")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        for guest in people[1...2] { try await server.joined(id, by: guest) }
        #expect(try await server.sayMet(people[2].id, at: id, by: people[1]).code == .notInTime)
        try await server.pass(hours: 3, &people)
        try await server.processScheduledRecords()
        let replies = try await server.slices(of: people) {
            let said = try await server.sayMet(people[2].id, at: id, by: people[1])
            // The response does not reveal who was there.
            #expect(try await server.sayMet(people[3].id, at: id, by: people[1]).data == said.data)
            #expect(said.status == 200)
        }
        #expect(replies.map(\.events.count) == [0, 0, 0, 0])
        #expect(try await server.rate(people[2].id, at: id, by: people[1]).code == .notMet)
        #expect(try await server.sayMet(people[1].id, at: id, by: people[3]).code == .notAttending)
        #expect(try await server.due(people[2]).list.elements.isEmpty)
        let slices = try await server.slices(of: people) {
            _ = try await server.sayMet(people[1].id, at: id, by: people[2])
            _ = try await server.sayMet(people[1].id, at: id, by: people[2])
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[], [.ratingDue], [.ratingDue], []])
        for (place, other) in [(1, 2), (2, 1)] {
            let due = try await server.due(people[place]).list.elements
            #expect(due.map(\.person.id) == [people[other].id])
            #expect(try [slices[place].events[0].data(DueRating.self)] == due)
        }
        #expect(try await server.rate(people[2].id, at: id, by: people[1]).status == 200)
        #expect(try await server.due(people[1]).list.elements.isEmpty)
        #expect(try await server.sayMet("nobody", at: id, by: people[1]).code == .notFound)
        let oneself = try await server.sayMet(people[1].id, at: id, by: people[1])
        #expect(oneself.problem?.fields.map(\.path) == ["to_user_id"])
    }

    @Test(arguments: [(1.75, false), (2.0, true), (2.25, true)])
    func `a check-in from the end on sends an event that touches the list of due ratings`(
        _ hours: Double, _ isLate: Bool
    ) async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        try await server.joined(id, by: people[1])
        try await server.pass(hours: hours, &people)
        let slices = try await server.slices(of: people) { _ = try await server.attend("check-in", id, by: people[1]) }
        for slice in slices { #expect(slice.events.contains { $0.touches.contains(.dueRatings) } == isLate) }
        #expect(try await server.due(people[0]).list.elements.count == (isLate ? 1 : 0))
    }

    @Test func `a person can rate at most 60 people an hour`() async throws {
        var people = try await server.members("maya") + server.crowd(61)
        let id = try await server.endedMeetup(of: &people)
        for guest in people[1...60] { #expect(try await server.rate(guest.id, at: id, by: people[0]).status == 200) }
        #expect(try await server.rate(people[61].id, at: id, by: people[0]).code == .rateLimited)
        #expect(try await server.rate(people[0].id, at: id, by: people[61]).status == 200)
    }

    @Test func `a person can edit ratings at most 60 times an hour`() async throws {
        var people = try await server.members("maya", "liam")
        let id = try await server.endedMeetup(of: &people)
        let rating = try await server.rate(people[1].id, at: id, by: people[0], 3).payload(GivenRating.self).id
        for number in 0..<60 {
            let edited = try await server.edit(rating, RatingEntry(stars: 1 + number % 2), by: people[0])
            #expect(edited.status == 200)
        }
        #expect(try await server.edit(rating, RatingEntry(stars: 3), by: people[0]).code == .rateLimited)
    }

    private func responses(
        _ places: [Int], _ send: (Int) async throws -> HTTPResponse
    ) async throws -> [HTTPResponse] {
        var responses: [HTTPResponse] = []
        for place in places { responses.append(try await send(place)) }
        return responses
    }
}
