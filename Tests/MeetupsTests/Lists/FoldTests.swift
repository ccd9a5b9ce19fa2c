import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

/// The effect of each kind of event: once, twice, and with data of another kind.
@Suite @MainActor struct FoldTests {
    private typealias Given = MeetupsUnderTest

    /// The data of events that change a list, at least once for each kind with data.
    private func data() throws -> [(EventKind, any EventCatalogue.Payload)] {
        var deleted = Given.item("p").post
        deleted.deletedAt = Given.now
        let removed = Given.attendee("liam", .removed)
        return [
            (.meetupChanged, try Given.listing("m", .going, plan: Given.plan("Padel", startsIn: 20), changed: 5)),
            (.meetupChanged, try Given.listing("m", .removed, status: .cancelled, changed: 5)),
            (.meetupChanged, try Given.listing("new", .invited, changed: 5)),
            (.meetupGone, Keyed(MeetupID("m"))),
            (.meetupCalledOff, CancelledMeetup(meetupID: "m", title: "Tennis", start: Given.hours(48))),
            (.meetupRequestReceived, Given.request("new", asked: -1)),
            (.meetupRequestClosed, Keyed(JoinRequestID("r"))), (.meetupInvited, try Given.received("new", to: "n")),
            (.meetupInvitationClosed, Keyed(InvitationID("i"))),
            (.meetupInvitationChanged, Given.sent("new", to: "cem")), (.meetupPosted, Given.item("new", written: 1)),
            (.meetupPosted, Given.item("c2", under: "p")), (.meetupPostChanged, Keyed(deleted)),
            (.meetupPostChanged, Keyed(Given.item("p", likes: 3, isLiked: true).post)),
            (
                .meetupAttendeeChanged,
                ChangedAttendee(meetupID: "m", attendance: removed.attendance, person: removed.person)
            ),
            (.personChanged, ChangedPerson(person: Given.person("liam", name: "Liam the Second"), version: 2)),
        ]
    }

    /// An event of every kind, and of some kinds that these lists do not know.
    private func events() throws -> [LogEvent] {
        let data = try data()
        let kinds = data.map(\.0) + [.personHidden, .personShown, .void, EventKind(rawValue: "newer")]
        let payloads: [(any EventCatalogue.Payload)?] = data.map(\.1) + [nil]
        return data.map { LogEvent($0.0, subject: "liam", data: $0.1) }
            + kinds.flatMap { kind in payloads.map { LogEvent(kind, subject: "liam", data: $0) } }
    }

    private struct Seen: Equatable {
        var meetups: [[MeetupListing]], requests: [IncomingRequest], invitations: [ReceivedInvitation]
        var sent: [SentInvitation], attendees: [AttendeeListing], posts: [[FeedItem]]

        var counts: [Int] {
            meetups.map(\.count) + [requests.count, invitations.count, sent.count, attendees.count]
                + posts.map(\.count)
        }
    }

    /// Every list and resource of the feature.
    @MainActor private struct Models {
        let shared: SharedMeetups
        let browse: MeetupsViewModel, mine: MyMeetupsViewModel, meetup: MeetupViewModel
        let requests: MeetupRequestsViewModel, invitations: InvitationsViewModel, sent: SentInvitationsViewModel
        let attendees: AttendeesViewModel, feed: MeetupFeedViewModel, comments: CommentsViewModel

        init() async throws {
            let listing = try MeetupsUnderTest.listing("m", .going, host: "liam")
            let stub = StubTransport([
                .expect(.get, "/api/meetups?limit=20", response: try MeetupsUnderTest.page([listing]))
            ])
            shared = try SharedMeetups(stub, keepsLog: true)
            (browse, mine) = (shared.browse(), shared.mine())
            meetup = shared.meetup(known: listing)
            (requests, invitations, sent) = (shared.requests(), shared.invitations(), shared.sent())
            (attendees, feed) = (shared.attendees(isHost: true), shared.feed())
            comments = shared.comments(on: MeetupsUnderTest.item("p").post)
            await browse.load()
            let attendee = MeetupsUnderTest.attendee("liam")
            let first: [(EventKind, any EventCatalogue.Payload)] = [
                (.meetupChanged, listing), (.meetupRequestReceived, MeetupsUnderTest.request("r")),
                (.meetupInvited, try MeetupsUnderTest.received("i", by: "liam")),
                (.meetupInvitationChanged, MeetupsUnderTest.sent("s", to: "liam")),
                (.meetupPosted, MeetupsUnderTest.item("p")), (.meetupPosted, MeetupsUnderTest.item("c", under: "p")),
                (
                    .meetupAttendeeChanged,
                    ChangedAttendee(meetupID: "m", attendance: attendee.attendance, person: attendee.person)
                ),
            ]
            for (index, event) in first.enumerated() {
                shared.receive(index + 1, LogEvent(event.0, subject: "liam", data: event.1))
            }
        }

        var seen: Seen {
            Seen(
                meetups: [browse.meetups.known, mine.meetups.known, meetup.listing.value.map { [$0] } ?? []],
                requests: requests.requests.known, invitations: invitations.invitations.known,
                sent: sent.invitations.known, attendees: attendees.attendees.known,
                posts: [feed.posts.known, comments.comments.known])
        }
    }

    @Test func `an event applied twice has its effect once, and an unreadable event has no effect`() async throws {
        for event in try events() {
            let models = try await Models()
            let before = models.seen
            #expect(models.seen.counts == Array(repeating: 1, count: 9))
            models.shared.receive(8, event)
            let once = models.seen
            models.shared.receive(9, event)
            #expect(models.seen == once, "\(event.kind)")
            if event.isOpaque || event.kind.rawValue == "newer" || event.kind == .personShown {
                #expect(once == before)
            }
        }
    }

    @Test func `every known kind of event changes a list`() async throws {
        let events =
            try data().map { LogEvent($0.0, subject: "liam", data: $0.1) } + [LogEvent(.personHidden, subject: "liam")]
        // These kinds change other models, which have their own tests.
        let others: Set<EventKind> = [.suggestionConsentChanged, .calendarChanged]
        let kinds = EventCatalogue.meetups.kinds.subtracting(others).union([.personHidden])
        #expect(Set(events.map(\.kind)) == kinds)
        for event in events {
            let models = try await Models()
            let before = models.seen
            models.shared.receive(8, event)
            #expect(models.seen != before, "\(event.kind)")
        }
    }

    @Test func `a hidden person leaves every list at once`() async throws {
        let models = try await Models()
        models.shared.receive(8, LogEvent(.personHidden, subject: "liam"))
        #expect(models.seen.counts == Array(repeating: 0, count: 9))
    }

    @Test func `when a guest is hidden, a meetup is loaded again for its counts`() async throws {
        let (before, after) = (try Given.listing("m", .going, going: 3), try Given.listing("m", .going, going: 2))
        let list = StubTransport(
            try [before, after].map {
                .expect(.get, "/api/meetups/mine?limit=50", response: try Given.page([$0]))
            })
        let inList = try SharedMeetups(list, clock: .selfAdvancing(upTo: .seconds(2)), keepsLog: true)
        let mine = inList.mine().meetups
        await mine.load()
        let single = StubTransport(
            try [before, after].map { .expect(.get, "/api/meetups/m", response: try .success($0)) })
        let alone = try SharedMeetups(single, clock: .selfAdvancing(upTo: .seconds(2)), keepsLog: true)
        let meetup = alone.meetup()
        await meetup.load()
        for shared in [inList, alone] {
            shared.receive(1, LogEvent(.personHidden, subject: "noor"))
            await shared.log.refreshesEnd()
        }
        #expect(mine.known == [after])
        #expect(meetup.listing.value == after)
        try await list.finish()
        try await single.finish()
    }

    @Test func `a meetup from a page and events appears once, in its newest version`()
        async throws
    {
        let first = try Given.listing("m", .going, plan: Given.plan("First"), changed: 1)
        let second = try Given.listing("m", .going, plan: Given.plan("Second", startsIn: 30), changed: 2)
        for news in [[first, second], [second, first], [second, first, second, second]] {
            let models = try await Models()
            for (index, listing) in news.enumerated() {
                models.shared.receive(8 + index, LogEvent(.meetupChanged, subject: "liam", data: listing))
            }
            #expect(models.mine.meetups.known == [second])
            #expect(models.browse.meetups.known == [second])
            #expect(models.meetup.listing.value == second)
            #expect(models.invitations.invitations.known.first?.meetup == second.meetup)
        }
    }

    @Test func `meetups are ordered by start, requests by age, invitations by deadline, ties by identifier`()
        async throws
    {
        let models = try await Models()
        let starts: [(MeetupID, Double)] = [("z", 40), ("b", 20), ("a", 20), ("c", 60)]
        for (index, (id, start)) in starts.enumerated() {
            let listing = try Given.listing(id, .going, plan: Given.plan(startsIn: start))
            models.shared.receive(8 + index, LogEvent(.meetupChanged, subject: "ana", data: listing))
        }
        #expect(models.mine.meetups.known.map(\.id) == ["a", "b", "z", "m", "c"])
        models.shared.receive(12, LogEvent(.meetupRequestReceived, data: Given.request("older", asked: -2)))
        models.shared.receive(13, LogEvent(.meetupInvited, data: try Given.received("sooner", to: "x", respondIn: 1)))
        #expect(models.requests.requests.known.map(\.id) == ["older", "r"])
        #expect(models.invitations.invitations.known.map(\.id) == ["sooner", "i"])
    }

    @Test func `a search result gains no meetups by events, and loses cancelled meetups`() async throws {
        let models = try await Models()
        models.shared.receive(8, LogEvent(.meetupChanged, data: try Given.listing("new", .invited)))
        #expect(models.browse.meetups.known.map(\.id) == ["m"])
        await models.browse.meetups.reload()  // the script has no response: the list keeps its meetups
        models.shared.receive(9, LogEvent(.meetupChanged, data: try Given.listing("m", status: .cancelled, changed: 1)))
        #expect(models.browse.meetups.known.isEmpty)
    }

    @Test func `expired requests, invitations and meetups are removed as time passes`() async throws {
        let models = try await Models()
        let clock = models.shared.clock
        clock.advance(by: .seconds(24 * 3_600))
        models.requests.requests.removeExpired()
        models.invitations.invitations.removeExpired()
        #expect(models.requests.requests.known.isEmpty && models.invitations.invitations.known.isEmpty)
        clock.advance(by: .seconds(26 * 3_600))
        models.browse.meetups.removeExpired()
        models.mine.meetups.removeExpired()
        #expect(models.browse.meetups.known.isEmpty && models.mine.meetups.known.count == 1)
        clock.advance(by: .seconds(14 * 86_400))
        models.mine.meetups.removeExpired()
        #expect(models.mine.meetups.known.isEmpty)
    }

    @Test func `a cancelled meetup stays in the list of attendees until its planned end`() async throws {
        let models = try await Models()
        let cancelled = try Given.listing("m", .going, status: .cancelled, changed: 1)
        models.shared.receive(8, LogEvent(.meetupChanged, subject: "liam", data: cancelled))
        #expect(models.mine.appointments.map(\.isCancelled) == [true])
        #expect(models.mine.appointments.map(\.isCertain) == [false])
        #expect(models.requests.requests.known.isEmpty)
        #expect(models.sent.invitations.known.map(\.invitation.state) == [.lapsed])
        models.shared.clock.advance(by: .seconds(50 * 3_600))
        models.mine.meetups.removeExpired()
        #expect(models.mine.meetups.known.isEmpty)
    }

    @Test func `guests see who attends, and hosts also see waiting people and no-shows`() {
        let attending: [AttendanceState] = [.host, .going, .reconfirmed, .checkedIn]
        #expect(AttendanceState.known.filter { $0.isListed(forHost: false) } == attending)
        #expect(
            Set(AttendanceState.known.filter { $0.isListed(forHost: true) })
                == Set(attending + [.waiting, .offered, .noShow]))
    }
}
