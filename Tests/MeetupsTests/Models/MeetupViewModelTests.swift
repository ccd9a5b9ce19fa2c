import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@Suite @MainActor struct MeetupViewModelTests {
    private typealias Given = MeetupsUnderTest

    @Test func `a guest joins, and every list shows their attendance state`() async throws {
        let plan = try Given.plan(approval: .host)
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m", response: try .success(try Given.listing(plan: plan))),
            .expect(
                .post, "/api/meetups/m/join",
                response: try .success(try Given.listing("m", .requested, plan: plan, changed: 1))),
            .expect(
                .post, "/api/meetups/m/leave",
                response: try .success(try Given.listing("m", .unrelated, plan: plan, changed: 2))),
        ])
        let shared = try SharedMeetups(stub)
        let (model, mine) = (shared.meetup(), shared.mine())
        await model.load()
        #expect(model.availableActions == [.join] && model.label(of: .join) == "Ask to join")
        #expect(await model.join(message: " May I\u{202E}? ", companions: 2) == .done)
        let body = await stub.requests[1].body
        let sent = try OrbitJSON.decoder.decode(JoinMeetupRequest.self, from: body)
        #expect(sent == JoinMeetupRequest(message: "May I?", companions: 2))
        #expect(model.listing.value?.meetup.attendance == .requested && mine.meetups.known.count == 1)
        #expect(model.availableActions == [.leave] && model.label(of: .leave) == "Take the request back")
        #expect(await model.leave() == .done)
        #expect(mine.meetups.known.isEmpty)
        try await stub.finish()
    }

    @Test func `each button is labelled with the result of its action`() throws {
        let shared = try SharedMeetups(StubTransport([]))
        let labels: [(MeetupListing, AttendanceAction, String)] = [
            (try Given.listing(), .join, "Join"),
            (try Given.listing(plan: Given.plan(capacity: 2), going: 2), .join, "Join the wait list"),
            (try Given.listing("m", .waiting), .leave, "Leave the wait list"),
            (try Given.listing("m", .offered, offerExpires: 1), .leave, "Decline the place"),
            (try Given.listing("m", .offered, offerExpires: 1), .takeOffer, "Take the place"),
            (try Given.listing("m", .invited), .leave, "Decline the invitation"),
            (try Given.listing("m", .going), .leave, "Cancel"),
            (try Given.listing("m", .going, plan: Given.plan(startsIn: 5)), .leave, "Cancel late"),
            (try Given.listing("m", .going), .checkIn, "I am here"),
            (try Given.listing("m", .going), .reconfirm, "Yes, I am coming"),
        ]
        for (listing, action, label) in labels {
            #expect(shared.meetup(known: listing).label(of: action) == label)
        }
    }

    @Test func `an offered place ends at its expiry while the clock runs`() async throws {
        let shared = try SharedMeetups(StubTransport([]))
        let model = shared.meetup(known: try Given.listing("m", .offered, offerExpires: 1))
        let running = Task { await shared.log.clock.run() }
        var shown: [Bool] = []
        for await isOffered in changes(of: { model.availableActions.contains(.takeOffer) }) {
            shown.append(isOffered)
            if !isOffered { break }
            shared.clock.advance(by: .seconds(3_600))
        }
        #expect(shown == [true, false])
        running.cancel()
        await running.value
    }

    @Test func `each action is sent to its own address, and a second tap sends nothing`() async throws {
        let actions: [(String, AttendanceState, Double, @MainActor (MeetupViewModel) async -> ActionOutcome)] = [
            ("join", .unrelated, 48, { await $0.join() }), ("leave", .going, 48, { await $0.leave() }),
            ("take-offer", .offered, 48, { await $0.takeOffer() }), ("reconfirm", .going, 12, { await $0.reconfirm() }),
            ("check-in", .going, 0.25, { await $0.checkIn() }),
            ("cancel", .host, 48, { await $0.cancel(because: .weather) }),
        ]
        for (path, attendance, start, act) in actions {
            let plan = try Given.plan(startsIn: start)
            let before = try Given.listing("m", attendance, plan: plan, offerExpires: 1)
            let slow = PausedResponse()
            let after = try Given.listing("m", .checkedIn, plan: plan, changed: 1)
            let stub = StubTransport([
                slow.exchange(.post, "/api/meetups/m/\(path)", response: try .success(after))
            ])
            let model = try SharedMeetups(stub).meetup(known: before)
            let first = Task { await act(model) }
            await slow.waitForRequest()
            #expect(model.isBusy)
            #expect(await act(model) == .skipped)
            slow.release()
            #expect(await first.value == .done)
            #expect(model.listing.value == after && !model.isBusy)
            try await stub.finish()
        }
    }

    @Test func `an action that the rules forbid is not sent, and the reason is shown`() async throws {
        let shared = try SharedMeetups(StubTransport([]))
        let going = shared.meetup(known: try Given.listing("m", .going))
        #expect(await going.checkIn().failure?.kind == .refused(.notInTime))
        let absent = shared.meetup(known: try Given.listing())
        #expect(await absent.cancel(because: .weather).failure?.kind == .refused(.forbidden))
        #expect(
            await absent.join(message: String(repeating: "a", count: 281)).failure?.fields.map(\.path) == ["message"])
        #expect(await absent.join(companions: 4).failure?.fields.map(\.path) == ["companions"])
        #expect(absent.failure?.message == "You can bring at most 3 people along.")
        let over = shared.meetup(known: try Given.listing("m", plan: Given.plan(startsIn: -3)))
        #expect(await over.join().failure?.kind == .refused(.meetupOver))
        #expect(await shared.meetup().join() == .skipped)
    }

    @Test func `an action whose event replaces a lost response succeeds without a retry`() async throws {
        let going = try Given.listing("m", .going, changed: 1)
        let first = try Given.listing()
        let slow = PausedResponse()
        let stub = StubTransport([
            .expect(
                .get, "/api/meetups/m",
                response: try Given.logged(first, from: 1, key: nil, [LogEvent(.personShown, subject: "x")])),
            slow.exchange(.post, "/api/meetups/m/join", response: HTTPResponse(status: 504)),
        ])
        let shared = try SharedMeetups(stub, keepsLog: true)
        let model = shared.meetup()
        await model.load()
        let join = Task { await model.join() }
        await slow.waitForRequest()
        let key = await stub.requests[1].headers[.idempotencyKey]
        shared.log.receive(
            LogSlice(
                at: LogPosition(epoch: "e", seq: 2),
                events: [LogEvent(.meetupChanged, seq: 2, subject: "ana", action: key, data: going)]))
        slow.release()
        #expect(await join.value == .done)
        #expect(model.listing.value == going && model.failure == nil)
        try await stub.finish()
    }

    @Test func `an action whose response is lost without an event is retried with the same key`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/meetups/m/join", error: .connectionLost),
            .expect(.post, "/api/meetups/m/join", response: try .success(try Given.listing("m", .going, changed: 1))),
        ])
        let model = try SharedMeetups(stub).meetup(known: try Given.listing())
        #expect(await model.join().failure?.kind == .noResponse)
        #expect(await model.join() == .done)
        let keys = await stub.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys[0] == keys[1] && keys[0] != nil)
        try await stub.finish()
    }

    @Test func `a refusal reloads the meetup`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/meetups/m/join", response: try Given.refusal(.meetupOver)),
            .expect(
                .get, "/api/meetups/m",
                response: try .success(try Given.listing("m", status: .cancelled, changed: 1))),
        ])
        let model = try SharedMeetups(stub).meetup(known: try Given.listing())
        #expect(await model.join().failure?.kind == .refused(.meetupOver))
        #expect(model.listing.value?.meetup.status == .cancelled && model.availableActions.isEmpty)
        try await stub.finish()
    }

    @Test func `a meetup of a link is opened and joined with its link`() async throws {
        var listing = try Given.listing()
        listing.link = "t/1"
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m?link=t%2F1", response: try .success(listing)),
            .expect(
                .post, "/api/meetups/m/join?link=t%2F1",
                response: try .success(try Given.listing("m", .going, changed: 1))),
        ])
        let model = try SharedMeetups(stub).meetup(link: "t/1")
        await model.load()
        await model.join()
        #expect(model.listing.value?.meetup.attendance == .going && model.listing.value?.link == "t/1")
        try await stub.finish()
    }

    @Test func `a model without a link uses the first link that it receives, for loading and for joining`() async throws
    {
        let listing = try Given.listing()
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m", response: try .success(listing)),
            .expect(.get, "/api/meetups/m?link=t", response: try .success(listing)),
            .expect(
                .post, "/api/meetups/m/join?link=t", response: try .success(try Given.listing("m", .going, changed: 1))),
        ])
        let model = try SharedMeetups(stub).meetup()
        await model.load()
        for link in ["t", "other"] { model.begin(withLink: link) }
        await model.load()
        await model.join()
        #expect(model.listing.value?.meetup.attendance == .going)
        try await stub.finish()
    }

    @Test func `a link replaces a link that has found nothing, and is kept once it has found the meetup`() async throws
    {
        let listing = try Given.listing()
        let missing = Problem(code: .notFound, message: "No meetup.")
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m?link=wrong", response: try .problem(404, missing)),
            .expect(.get, "/api/meetups/m?link=t", response: try .success(listing)),
            .expect(.get, "/api/meetups/m?link=t", response: try .success(listing)),
        ])
        let model = try SharedMeetups(stub).meetup(link: "wrong")
        await model.load()
        #expect(model.listing.value == nil)
        model.begin(withLink: "t")
        await model.load()
        #expect(model.listing.value?.id == listing.id)
        model.begin(withLink: "other")
        await model.load()
        try await stub.finish()
    }

    @Test func `an event about a hidden host or a removed meetup removes the meetup`() async throws {
        for event in [LogEvent(.personHidden, subject: "ana"), LogEvent(.meetupGone, data: Keyed(MeetupID("m")))] {
            let stub = StubTransport([
                .expect(.get, "/api/meetups/m", response: try .success(try Given.listing("m", .going)))
            ])
            let shared = try SharedMeetups(stub)
            let model = shared.meetup()
            await model.load()
            shared.receive(1, event)
            #expect(model.listing.value == nil && model.availableActions.isEmpty && !model.canHost)
            #expect(await model.leave() == .skipped)
        }
    }

    @Test func `a host cancels a series from one occurrence on`() async throws {
        let cancelled = try Given.listing("m", .host, status: .cancelled, changed: 1)
        let stub = StubTransport([.expect(.post, "/api/meetups/m/cancel", response: try .success(cancelled))])
        let model = try SharedMeetups(stub).meetup(known: try Given.listing("m", .host))
        #expect(model.canHost && model.availableActions.isEmpty)
        await model.cancel(because: .tooFewPeople, scope: .following)
        let body = String(decoding: await stub.requests[0].body, as: UTF8.self)
        #expect(body == #"{"reason":"too_few_people","scope":"following"}"#)
        #expect(!model.canHost)
        #expect(await model.cancel(because: .weather).failure?.kind == .refused(.meetupOver))
        try await stub.finish()
    }
}
