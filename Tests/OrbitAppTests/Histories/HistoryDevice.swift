import Auth
import Connections
import Discover
import Foundation
import Meetups
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitBackend
import OrbitDemo
import OrbitModels
import Profiles
import Reputation
import Safety
import Testing
import TimeAndChance
import Validation

@testable import OrbitApp
@testable import Presentation

/// A device of a person: the features on a log that advances only at steps of the history.
@MainActor final class HistoryDevice {
    let name: String
    let log: EventLog
    let transport: UnreliableTransport
    let pokes: PokesViewModel
    let matches: MatchesViewModel
    let today: TodayMatchViewModel
    let blocks: BlocksViewModel
    let dealbreakers: DealbreakersViewModel
    let profile: ProfileViewModel
    let profiles: ProfileService
    let session: CurrentSession
    let meetups: MeetupService
    let guests: MeetupGuestService
    let invitationService: InvitationService
    let myMeetups: MyMeetupsViewModel
    let requests: MeetupRequestsViewModel
    let invitations: InvitationsViewModel
    let centre = InMemoryNotificationCentre()
    let ratings: RatingsViewModel
    private let checkIns: CheckInsViewModel
    let mutes: MutesViewModel
    let reports: ReportsViewModel
    let standing: OwnStandingViewModel
    /// The time of the last request for the user's standing. Time alone changes parts of the standing.
    private(set) var standingLookedAt: Date?
    /// The standings of other people that were requested, with the time of the last request.
    private(set) var standings: [UserID: (model: StandingViewModel, lookedAt: Date)] = [:]
    /// The time of the last comparison of due ratings with the server's due ratings.
    var dueComparedAt: Date?
    private let muting: SignedInUser.MuteFilter
    let reminders: RemindersModel
    /// The transport that records the secrets and decisions in responses to this device.
    let listening: ListeningTransport
    private let reportService: ReportService
    private let reputation: ReputationService
    /// A client of the same person, without faults and without a log. Its responses are the state of the server.
    let truth: APIClient
    /// A client without a session.
    let anonymous: APIClient
    private let auth: AuthService
    private let events: PolledEvents
    /// The events of the log, independent of the lists.
    let heard = HeardEvents()
    /// Slices that were read and may arrive late, twice or never.
    var slices: [LogSlice] = []

    /// - Parameter hasLog: Whether the server provides a log.
    init(_ name: String, number: UInt64, on backend: OrbitBackend, hasLog: Bool, clock: VirtualClock) throws {
        self.name = name
        let random = RandomSource.seeded(1_000 + number)
        let server = try ServerAddress("https://orbit.example/api")
        let listening = ListeningTransport(InProcessTransport(backend, origin: "10.0.0.\(number)"), time: clock)
        self.listening = listening
        let wire = listening
        anonymous = APIClient(server: server, transport: wire, time: clock, random: random)
        let session = CurrentSession(store: MemoryTokenStore(), client: anonymous, time: clock)
        self.session = session
        auth = AuthService(client: anonymous, session: session, time: clock, random: random)
        transport = UnreliableTransport(hasLog ? wire : LoglessTransport(wire), seed: number)
        let log = EventLog(time: clock, random: random)
        self.log = log
        let catalogue = EventCatalogue(joining: [
            .profiles, .discover, .connections, .meetups, .ratings, .safety, .reports,
        ])
        let client = APIClient(
            server: server, transport: transport, middleware: [AuthMiddleware(session: session)], retry: .never,
            events: catalogue, receipts: { await log.receive($0) }, time: clock, random: random)
        truth = APIClient(
            server: server, transport: wire, middleware: [AuthMiddleware(session: session)], events: catalogue,
            time: clock, random: random)
        events = PolledEvents(client: truth, time: clock, random: random)
        pokes = PokesViewModel(service: PokeService(client: client), log: log, pageSize: 2)
        matches = MatchesViewModel(service: MatchService(client: client), log: log, pageSize: 2)
        today = TodayMatchViewModel(service: MatchService(client: client), log: log)
        blocks = BlocksViewModel(service: BlockService(client: client), log: log, pageSize: 2)
        dealbreakers = DealbreakersViewModel(service: DiscoverService(client: client), log: log)
        profiles = ProfileService(client: client, random: random)
        meetups = MeetupService(client: client)
        guests = MeetupGuestService(client: client)
        invitationService = InvitationService(client: client)
        myMeetups = MyMeetupsViewModel(service: meetups, log: log, pageSize: 3)
        requests = MeetupRequestsViewModel(service: MeetupRequestService(client: client), log: log, pageSize: 2)
        invitations = InvitationsViewModel(service: invitationService, log: log, pageSize: 2)
        ratings = RatingsViewModel(service: RatingService(client: client), log: log, pageSize: 2)
        checkIns = CheckInsViewModel(service: CheckInService(client: client), log: log)
        mutes = MutesViewModel(service: MuteService(client: client), log: log)
        muting = SignedInUser.MuteFilter(of: mutes, on: log)
        reportService = ReportService(client: client)
        reports = ReportsViewModel(service: reportService, log: log, pageSize: 2)
        reputation = ReputationService(client: client)
        standing = OwnStandingViewModel(service: reputation, log: log, pageSize: 2)
        reminders = RemindersModel(
            meetups: myMeetups, requests: requests, invitations: invitations,
            ratings: ratings, checkIns: checkIns, mutes: mutes,
            scheduler: NotificationScheduler(centre: centre, clock: clock), time: clock, zone: { CampusSeed.timeZone })
        log.attach(heard)
        if hasLog { log.source = events }
        profile = ProfileViewModel(service: profiles, log: log, zone: CampusSeed.timeZone)
    }

    /// Loads the lists that reminders depend on besides meetups, requests and invitations.
    func loadRest() async {
        await ratings.loadDue()
        await checkIns.checkIns.load()
        await mutes.load()
    }

    /// Signs in.
    ///
    /// - Returns: The code with which a suspended person can read the reason; `nil` if the person is signed in.
    @discardableResult func signIn() async throws -> SuspendedRequest? {
        let email = try EmailAddress("\(name)@orbit.example")
        let sent = try await auth.sendCode(to: email)
        do {
            let grant = try await auth.verify(
                try VerificationCode("123456"), for: email, challenge: sent.challengeID)
            await reminders.begin(as: grant.userID)
            return nil
        } catch let error as APIError where error.problem?.code == .accountSuspended {
            return SuspendedRequest(email: email.text, code: "123456", challengeID: sent.challengeID.rawValue)
        }
    }

    /// Completes the profile of a new account.
    ///
    /// - Returns: The person.
    func completeProfile() async throws -> Person {
        transport.setReliable(true)
        await profile.load()
        if profile.saved.value?.profile == nil {
            profile.draft = Profile(
                name: name.capitalized, birthMonth: BirthMonth("2006-12"), location: Location(city: "Ithaca"),
                interests: ["music", "travel", "gaming"].map { Interest($0) })
            profile.draft.socialPreferences = SocialPreferences(
                groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
            #expect(await profile.save() == .done)
        }
        let mine = try #require(profile.saved.value)
        return Person(id: mine.userID, profile: try #require(mine.profile))
    }

    /// Whether the server has ended the session, and this device knows.
    var isSignedOut: Bool {
        get async { if case .signedOut = await session.state { true } else { false } }
    }

    /// Reloads everything that was loaded before, like a person who refreshes every list.
    func refresh() async {
        await pokes.incoming.reload()
        await pokes.outgoing.reload()
        await matches.matches.reload()
        await blocks.blocked.reload()
        if today.match.value != nil { await today.load() }
        if dealbreakers.saved.value != nil { await dealbreakers.load() }
        await profile.load()
        await myMeetups.meetups.reload()
        await requests.requests.reload()
        await invitations.invitations.reload()
        await ratings.due.reload()
        await ratings.given.reload()
        await ratings.received.reload()
        await mutes.muted.reload()
        await reports.reports.reload()
        await reports.decisions.reload()
        if standingLookedAt != nil { await lookAtOwnStanding() }
        for person in standings.keys.sorted() { await lookAtStanding(of: person) }
    }

    /// Requests the user's standing and points.
    func lookAtOwnStanding() async {
        standingLookedAt = log.time.date
        await standing.load()
        await standing.points.load()
    }

    /// Requests the standing of another person.
    func lookAtStanding(of person: UserID) async {
        let model = standings[person]?.model ?? StandingViewModel(of: person, service: reputation, log: log)
        standings[person] = (model, log.time.date)
        await model.load()
    }

    /// Creates the form of a report.
    func report(_ subject: ReportSubject) -> ReportFormViewModel {
        ReportFormViewModel(about: subject, service: reportService, log: log)
    }

    /// Creates the model of a meetup.
    func meetup(_ listing: MeetupListing) -> MeetupViewModel {
        MeetupViewModel(listing.id, known: listing, service: meetups, guests: guests, log: log)
    }

    /// Creates the form of a new meetup, or of the meetup to edit.
    func form(editing id: MeetupID? = nil) -> MeetupFormViewModel {
        MeetupFormViewModel(editing: id, service: meetups, log: log, zone: CampusSeed.timeZone)
    }

    /// Creates the model of the invitations to a meetup of this person.
    func sentInvitations(to meetup: MeetupID) -> SentInvitationsViewModel {
        SentInvitationsViewModel(to: meetup, service: invitationService, log: log)
    }

    /// Reads the next slice of the log after the position of this device. Returns `nil` at a heartbeat.
    func readLog() async throws -> LogSlice? {
        let stream = try await events.open(after: log.position.flatMap { $0.epoch == "device" ? nil : $0 })
        defer { stream.close() }
        while let message = try await stream.next() {
            if case .slice(let slice) = message { return slice }
            if case .heartbeat = message { return nil }
        }
        return nil
    }

    /// The people that the device shows although the log or an action in flight hides them.
    var revealedPeople: Set<UserID> {
        visiblePeople.filter { heard.hidden.contains($0) || log.isHiding($0) }
    }

    /// Returns the lists that show a person.
    func places(of person: UserID) -> [String] {
        var places: [String] = []
        if pokes.incoming.known.contains(where: { $0.person.id == person }) { places.append("incoming") }
        if pokes.outgoing.known.contains(where: { $0.person.id == person }) { places.append("outgoing") }
        if matches.matches.known.contains(where: { $0.partnerID == person }) { places.append("matches") }
        if today.match.value?.matches.contains(where: { $0.partnerID == person }) == true { places.append("today") }
        if pokes.newMatch?.partnerID == person { places.append("new match") }
        if myMeetups.meetups.known.contains(where: { $0.host.id == person }) { places.append("meetups") }
        if requests.requests.known.contains(where: { $0.person.id == person }) { places.append("requests") }
        if invitations.invitations.known.contains(where: { $0.inviter.id == person }) { places.append("invitations") }
        if ratings.due.known.contains(where: { $0.person.id == person }) { places.append("due") }
        if ratings.given.known.contains(where: { $0.person.id == person }) { places.append("given") }
        if ratings.received.known.contains(where: { $0.person.id == person }) { places.append("received") }
        if mutes.muted.known.contains(where: { $0.userID == person }) { places.append("mutes") }
        return places
    }

    /// All people that this device shows.
    private var visiblePeople: Set<UserID> {
        var people = Set(pokes.incoming.known.map(\.person.id))
        people.formUnion(pokes.outgoing.known.map(\.person.id))
        people.formUnion(matches.matches.known.map(\.partnerID))
        people.formUnion(today.match.value?.matches.map(\.partnerID) ?? [])
        if let partner = pokes.newMatch?.partnerID { people.insert(partner) }
        people.formUnion(myMeetups.meetups.known.map(\.host.id))
        people.formUnion(requests.requests.known.map(\.person.id))
        people.formUnion(invitations.invitations.known.map(\.inviter.id))
        people.formUnion(ratings.due.known.map(\.person.id))
        people.formUnion(ratings.given.known.map(\.person.id))
        people.formUnion(ratings.received.known.map(\.person.id))
        people.formUnion(mutes.muted.known.map(\.userID))
        for (person, seen) in standings where seen.model.reputation.value != nil { people.insert(person) }
        return people
    }
}
