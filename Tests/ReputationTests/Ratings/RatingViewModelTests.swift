import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Reputation
import Testing

/// Ratings of people who were met, and their history.
@Suite @MainActor struct RatingViewModelTests {
    private typealias Given = RatingsUnderTest

    @Test func `a rated person leaves the due list, and the rating joins the given ratings`() async throws {
        let given = try Given.given("r", note: "Thanks", meetAgain: true)
        let stub = StubTransport([
            .expect(
                .get, "/api/ratings/due?limit=20", response: try Given.page([Given.due("liam"), Given.due("ana")])),
            .expect(.get, "/api/ratings/given?limit=20", response: try Given.page([GivenRating]())),
            .expect(.post, "/api/ratings", response: try .success(given)),
        ])
        let test = try RatingsUnderTest(stub)
        let meetup = RateMeetupViewModel(of: "m", ratings: test.model)
        #expect(!meetup.isDone)
        await meetup.load()
        await test.model.given.load()
        #expect(meetup.people.map(\.person.id) == ["ana", "liam"])
        let liam = Given.due("liam")
        meetup[liam.id] = RatingDraft(stars: 5, note: "  Thanks ", meetAgain: true)
        meetup[liam.id].toggle(.friendly)
        #expect(await meetup.send(liam) == .done)
        #expect(meetup.people.map(\.person.id) == ["ana"] && meetup.given == [given] && !meetup.isDone)
        #expect(meetup.drafts.isEmpty)
        let body = String(decoding: await stub.requests[2].body, as: UTF8.self)
        #expect(
            body
                == #"{"meet_again":true,"meetup_id":"m","note":"Thanks","rating":5,"tags":["friendly"],"to_user_id":"liam"}"#
        )
        try await stub.finish()
    }

    @Test func `all pages of the due list are loaded, up to a page that adds no person`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/ratings/due?limit=20", response: try Given.page([Given.due("liam")], next: "a")),
            .expect(
                .get, "/api/ratings/due?cursor=a&limit=20", response: try Given.page([Given.due("ana")], next: "b")),
            .expect(
                .get, "/api/ratings/due?cursor=b&limit=20", response: try Given.page([Given.due("ana")], next: "c")),
        ])
        let test = try RatingsUnderTest(stub)
        await test.model.loadDue()
        #expect(test.model.due.known.map(\.person.id) == ["ana", "liam"])
        try await stub.finish()
    }

    @Test func `a draft without stars or with too much text is not sent and has failures`() async throws {
        let stub = StubTransport([])
        let test = try RatingsUnderTest(stub)
        let meetup = RateMeetupViewModel(of: "m", ratings: test.model)
        let liam = Given.due("liam")
        #expect(meetup.problems(of: liam).isEmpty && !meetup.canSend(liam))
        #expect(await meetup.send(liam).failure?.message == "Choose 1 to 5 stars.")
        #expect(test.model.failure?.message == "Choose 1 to 5 stars.")
        #expect(meetup.problems(of: liam) == ["rating": "Choose 1 to 5 stars."])
        meetup[liam.id].stars = 3
        meetup[liam.id].note = String(repeating: "x", count: 281)
        for tag in RatingTag.known { meetup[liam.id].toggle(tag) }
        meetup[liam.id].toggle(.friendly)
        #expect(Set(meetup.problems(of: liam).keys) == ["note", "tags"])
        #expect(await meetup.send(liam).failure?.kind == .invalid)
        #expect(meetup[liam.id].stars == 3)
        try await stub.finish()
    }

    @Test func `a field of a draft shows its failures once it was changed or left, and not those of another person`()
        throws
    {
        let test = try RatingsUnderTest(StubTransport([]))
        let meetup = RateMeetupViewModel(of: "m", ratings: test.model)
        let (liam, ana) = (Given.due("liam"), Given.due("ana"))
        meetup[liam.id].note = String(repeating: "x", count: 281)
        #expect(Array(meetup.problems(of: liam).keys) == ["note"])
        meetup.touch("rating", of: liam)
        #expect(Set(meetup.problems(of: liam).keys) == ["note", "rating"])
        #expect(meetup.problems(of: ana).isEmpty)
        for tag in RatingTag.known { meetup[ana.id].toggle(tag) }
        #expect(Array(meetup.problems(of: ana).keys) == ["tags"])
    }

    @Test func `sending all drafts leaves out an incomplete draft and shows its failures`() async throws {
        let stub = StubTransport([
            .expect(
                .get, "/api/ratings/due?limit=20", response: try Given.page([Given.due("liam"), Given.due("ana")])),
            .expect(.post, "/api/ratings", response: try .success(Given.given("r"))),
        ])
        let test = try RatingsUnderTest(stub)
        let meetup = RateMeetupViewModel(of: "m", ratings: test.model)
        await meetup.load()
        let (liam, ana) = (Given.due("liam"), Given.due("ana"))
        meetup[ana.id].note = "Hello"
        meetup[liam.id].stars = 5
        #expect(await meetup.sendAll() == .done)
        #expect(meetup.people.map(\.id) == [ana.id] && Array(meetup.drafts.keys) == [ana.id])
        #expect(meetup.problems(of: ana) == ["rating": "Choose 1 to 5 stars."])
        try await stub.finish()
    }

    @Test func `a failed rating keeps its draft, and a late rating reloads the due list`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/ratings/due?limit=20", response: try Given.page([Given.due("liam")])),
            .expect(.post, "/api/ratings", error: .cannotConnect),
            .expect(.post, "/api/ratings", response: try Given.refusal(.alreadyRated)),
            .expect(.get, "/api/ratings/due?limit=20", response: try Given.page([DueRating]())),
        ])
        let test = try RatingsUnderTest(stub)
        let meetup = RateMeetupViewModel(of: "m", ratings: test.model)
        await meetup.load()
        let liam = try #require(meetup.people.first)
        meetup[liam.id].stars = 4
        #expect(await meetup.sendAll().failure?.kind == .unreachable)
        #expect(meetup[liam.id].stars == 4 && meetup.people == [liam])
        #expect(await meetup.sendAll().failure?.kind == .refused(.alreadyRated))
        #expect(meetup.isDone)
        try await stub.finish()
    }

    @Test func `an edit of a rating shows at once, and is undone if the server refuses`() async throws {
        let given = try Given.given("r", 3)
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(.get, "/api/ratings/given?limit=20", response: try Given.page([given])),
            slow.exchange(.put, "/api/ratings/r", response: try Given.refusal(.ratingFinal)),
            .expect(.get, "/api/ratings/given?limit=20", response: try Given.page([given])),
        ])
        let test = try RatingsUnderTest(stub)
        await test.model.given.load()
        #expect(test.model.isEditable(given) && !test.model.isShown(given))
        let edit = Task { await test.model.edit(given, RatingDraft(stars: 5)) }
        await slow.waitForRequest()
        #expect(test.model.given.known.map(\.rating.stars) == [Stars(5)] && test.model.inFlight == ["r"])
        slow.release()
        #expect(await edit.value.failure?.kind == .refused(.ratingFinal))
        #expect(test.model.given.known == [given])
        test.clock.advance(by: .seconds(86_400))
        #expect(!test.model.isEditable(given))
        try await stub.finish()
    }

    @Test func `changing whether to meet again keeps the rest of the rating`() async throws {
        let given = try Given.given("r", 3, note: "x")
        var changed = given
        changed.meetAgain = false
        let stub = StubTransport([.expect(.put, "/api/ratings/r", response: try .success(changed))])
        let test = try RatingsUnderTest(stub)
        #expect(await test.model.setMeetAgain(false, for: given) == .done)
        let body = String(decoding: await stub.requests[0].body, as: UTF8.self)
        #expect(body == #"{"meet_again":false,"note":"x","rating":3,"tags":[]}"#)
        #expect(test.model.given.known == [changed])
    }

    @Test func `a confirmed meeting is sent once for each attendee`() async throws {
        let (slow, thanks) = (PausedResponse(), try HTTPResponse.success(MessageData(message: "Thanks.")))
        let stub = StubTransport([
            slow.exchange(.post, "/api/meetups/m/attendees/liam/met", response: thanks),
            .expect(.post, "/api/meetups/m/attendees/ana/met", response: thanks),
        ])
        let model = try RatingsUnderTest(stub).model
        let first = Task { await model.sayMet("liam", at: "m") }
        await slow.waitForRequest()
        #expect(await model.sayMet("liam", at: "m") == .skipped)
        #expect(await model.sayMet("ana", at: "m") == .done)
        slow.release()
        #expect(await first.value == .done)
        try await stub.finish()
    }

    @Test func `events change due, given and received ratings, once and in order`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/ratings/due?limit=20", response: try Given.page([Given.due("liam", days: 3)])),
            .expect(.get, "/api/ratings/given?limit=20", response: try Given.page([GivenRating]())),
            .expect(.get, "/api/ratings/received?limit=20", response: try Given.page([ReceivedRating]())),
        ])
        let test = try RatingsUnderTest(stub)
        let model = test.model
        await model.due.load()
        await model.given.load()
        await model.received.load()
        let due = LogEvent(.ratingDue, subject: "ana", touches: [.dueRatings], data: Given.due("ana", days: 1))
        for seq in 1...2 { test.receive(seq, due) }
        #expect(model.due.known.map(\.person.id) == ["ana", "liam"])
        let given = try Given.given("r", of: "ana")
        let touches: [ListName] = [.givenRatings, .dueRatings]
        for seq in 3...4 { test.receive(seq, LogEvent(.ratingGiven, subject: "ana", touches: touches, data: given)) }
        #expect(model.due.known.map(\.person.id) == ["liam"] && model.given.known == [given])
        let received = try Given.received("s", from: "ana")
        for seq in 5...6 {
            test.receive(seq, LogEvent(.ratingReceived, subject: "ana", touches: [.receivedRatings], data: received))
        }
        #expect(model.received.known == [received])
        let renamed = ChangedPerson(person: Given.person("ana", name: "Ana Maria"), version: 2)
        test.receive(7, LogEvent(.personChanged, subject: "ana", touches: touches, data: renamed))
        #expect(model.given.known[0].person.profile.name == "Ana Maria")
        #expect(model.received.known[0].person.profile.name == "Ana Maria")
        test.receive(8, LogEvent(.personHidden, subject: "ana", touches: touches + [.receivedRatings]))
        #expect(model.given.known.isEmpty && model.received.known.isEmpty)
        // A rating past its deadline is not shown as due.
        test.clock.advance(by: .seconds(3 * 86_400))
        model.due.removeExpired()
        #expect(model.due.known.isEmpty)
        try await stub.finish()
    }
}
