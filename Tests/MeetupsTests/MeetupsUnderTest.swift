import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// Fixtures that let a service or a view model run against a script.
enum MeetupsUnderTest {
    /// 2027-01-15T08:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    static func hours(_ count: Double) -> Date { now.addingTimeInterval(count * 3_600) }

    static func person(_ id: UserID, name: String? = nil) -> Person {
        Person(id: id, profile: Profile(name: name ?? "Person \(id)"))
    }

    static func plan(
        _ title: String = "Tennis", startsIn start: Double = 48, lasts: Double = 2, capacity: Int? = nil,
        approval: MeetupApproval = .automatic, sport: Sport? = .tennis, tags: [Interest] = [],
        at point: Coordinates? = nil,
        reconfirms: Bool = false, joinBy: Double? = nil
    ) throws -> MeetupPlan {
        MeetupPlan(
            title: title, eventType: .social, sport: sport, interestTags: tags,
            span: try #require(TimeSpan(start: hours(start), end: hours(start + lasts))), timeZone: .gmt,
            place: Place(coordinates: point, isExact: false), capacity: capacity, approval: approval,
            joinBy: joinBy.map(hours), asksToReconfirm: reconfirms)
    }

    /// - Parameter changed: seconds after ``now``, by the server's clock.
    static func listing(
        _ id: MeetupID = "m", _ attendance: AttendanceState = .unrelated, plan: MeetupPlan? = nil, host: UserID = "ana",
        status: MeetupStatus = .scheduled, going: Int = 1, waiting: Int = 0, offerExpires: Double? = nil,
        changed: TimeInterval = 0
    ) throws -> MeetupListing {
        MeetupListing(
            meetup: Meetup(
                id: id, hostID: host, plan: try plan ?? self.plan(), status: status, attendance: attendance,
                offerExpiresAt: offerExpires.map(hours), goingCount: going, waitingCount: waiting,
                createdAt: hours(-24), updatedAt: now.addingTimeInterval(changed)),
            host: person(host))
    }

    static func request(
        _ id: JoinRequestID, from person: UserID = "liam", to meetup: MeetupID = "m", asked: Double = 0
    ) -> IncomingRequest {
        IncomingRequest(
            request: JoinRequest(
                id: id, meetupID: meetup, requesterID: person, message: "May I?", createdAt: hours(asked),
                expiresAt: hours(asked + 24)),
            person: self.person(person), meetupTitle: "Tennis", meetupStart: hours(48))
    }

    static func invitation(
        _ id: InvitationID, to meetup: MeetupID = "m", of invitee: UserID = "maya", by host: UserID = "ana",
        respondIn: Double = 24, maxCompanions: Int = 0
    ) -> Invitation {
        Invitation(
            id: id, meetupID: meetup, inviterID: host, inviteeID: invitee, maxCompanions: maxCompanions,
            createdAt: now, respondBy: hours(respondIn))
    }

    static func received(
        _ id: InvitationID, to meetup: MeetupID = "m", by host: UserID = "ana", respondIn: Double = 24,
        maxCompanions: Int = 0
    ) throws -> ReceivedInvitation {
        ReceivedInvitation(
            invitation: invitation(
                id, to: meetup, by: host, respondIn: respondIn, maxCompanions: maxCompanions),
            meetup: try listing(meetup, .invited, host: host).meetup, inviter: person(host))
    }

    static func sent(_ id: InvitationID, to invitee: UserID) -> SentInvitation {
        SentInvitation(invitation: invitation(id, of: invitee, by: "maya"), person: person(invitee))
    }

    static func attendee(_ id: UserID, _ state: AttendanceState = .going, since: Double = 0) -> AttendeeListing {
        AttendeeListing(
            attendance: Attendance(userID: id, state: state, since: hours(since)), person: person(id))
    }

    static func item(
        _ id: PostID, by author: UserID = "liam", under parent: PostID? = nil, in meetup: MeetupID = "m",
        written: Double = 0, text: String = "Hello", likes: Int = 0, isLiked: Bool = false
    ) -> FeedItem {
        FeedItem(
            post: MeetupPost(
                id: id, meetupID: meetup, authorID: author, parentID: parent, text: text, likeCount: likes,
                isLiked: isLiked, createdAt: hours(written)),
            author: person(author))
    }

    static func entry(_ title: String = "Tennis") -> MeetupEntry {
        MeetupEntry(
            title: title, eventType: .social, sport: .tennis, start: hours(48), end: hours(50), timeZone: "GMT",
            approval: .automatic)
    }

    static func page<Element: JSONKeyed>(_ elements: [Element], next: String? = nil) throws -> HTTPResponse {
        try .success(Page(elements, nextCursor: next))
    }

    static func refusal(_ code: ProblemCode, status: Int = 409, fields: [FieldFailure] = []) throws -> HTTPResponse {
        try .problem(status, Problem(code: code, message: "No.", fields: fields))
    }

    /// A success with a receipt of the log `e` that contains the events, numbered from `seq`.
    static func logged(
        _ data: some Encodable & Sendable, from seq: Int = 1, key: String?, _ events: [LogEvent]
    ) throws -> HTTPResponse {
        let numbered = events.enumerated().map { offset, event in
            LogEvent(
                event.kind, seq: seq + offset, at: now, subject: event.subject, action: key, data: event.anyData)
        }
        let end = LogPosition(epoch: "e", seq: seq + events.count - 1)
        let body = try OrbitJSON.encoder.encode(
            LoggedEnvelope(.success(data), receipt: LogReceipt(at: end, action: key, events: numbered)))
        return HTTPResponse(status: 200, body: body)
    }
}

extension LogEvent {
    /// The data, decoded as the first type of this feature that can be decoded.
    fileprivate var anyData: (any EventCatalogue.Payload)? {
        let readers: [() throws -> any EventCatalogue.Payload] = [
            { try self.data(MeetupListing.self) }, { try self.data(Keyed<MeetupID>.self) },
            { try self.data(IncomingRequest.self) }, { try self.data(Keyed<JoinRequestID>.self) },
            { try self.data(ReceivedInvitation.self) }, { try self.data(Keyed<InvitationID>.self) },
            { try self.data(SentInvitation.self) }, { try self.data(FeedItem.self) },
            { try self.data(Keyed<MeetupPost>.self) }, { try self.data(ChangedAttendee.self) },
            { try self.data(CalendarFeed.self) },
        ]
        return readers.lazy.compactMap { try? $0() }.first
    }
}

/// All view models of the feature, which share only a log.
@MainActor struct SharedMeetups {
    let log: EventLog
    let client: APIClient
    let clock: VirtualClock

    /// - Parameter keepsLog: Whether receipts are read, as from a server that keeps a log.
    init(_ stub: StubTransport, clock: VirtualClock = VirtualClock(), keepsLog: Bool = false) throws {
        let log = EventLog(time: clock, random: .seeded(2))
        let receive: @Sendable (LogReceipt) async -> Void = { await log.receive($0) }
        client = try .scripted(stub, events: .meetups, receipts: keepsLog ? receive : nil, time: clock)
        self.log = log
        self.clock = clock
    }

    var service: MeetupService { MeetupService(client: client) }

    func browse(pageSize: Int = 20) -> MeetupsViewModel {
        MeetupsViewModel(service: service, log: log, pageSize: pageSize)
    }

    func mine() -> MyMeetupsViewModel { MyMeetupsViewModel(service: service, log: log) }

    func meetup(_ id: MeetupID = "m", link: String? = nil, known: MeetupListing? = nil) -> MeetupViewModel {
        MeetupViewModel(
            id, link: link, known: known, service: service, guests: MeetupGuestService(client: client), log: log)
    }

    func form(editing id: MeetupID? = nil, zone: TimeZone = .gmt) -> MeetupFormViewModel {
        MeetupFormViewModel(editing: id, service: service, log: log, zone: zone)
    }

    func attendees(isHost: Bool) -> AttendeesViewModel {
        AttendeesViewModel(of: "m", isHost: isHost, service: MeetupGuestService(client: client), log: log)
    }

    func requests() -> MeetupRequestsViewModel {
        MeetupRequestsViewModel(service: MeetupRequestService(client: client), log: log)
    }

    func invitations() -> InvitationsViewModel {
        InvitationsViewModel(service: InvitationService(client: client), log: log)
    }

    func sent() -> SentInvitationsViewModel {
        SentInvitationsViewModel(to: "m", service: InvitationService(client: client), log: log)
    }

    func feed() -> MeetupFeedViewModel {
        MeetupFeedViewModel(of: "m", as: "maya", service: MeetupFeedService(client: client), log: log)
    }

    func comments(on post: MeetupPost) -> CommentsViewModel {
        CommentsViewModel(on: post, as: "maya", service: MeetupFeedService(client: client), log: log)
    }

    /// The next event of the log.
    func receive(_ seq: Int, _ event: LogEvent) {
        log.receive(LogSlice(at: LogPosition(epoch: "e", seq: seq), events: [event.numbered(seq)]))
    }
}
