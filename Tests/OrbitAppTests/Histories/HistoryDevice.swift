import Auth
import Connections
import Discover
import Foundation
import Meetups
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitBackend
import OrbitModels
import Presentation
import Profiles
import TimeAndChance
import Validation

@testable import OrbitApp

/// One device of one person: the features on a log that moves only when the history says so.
@MainActor final class HistoryDevice {
    let name: String
    let log: PersonLog
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
    let reminders: RemindersModel
    /// The same person's view without faults, and without a log: what the server says.
    let truth: APIClient
    private let auth: AuthService
    private let events: PolledEvents
    private let hiddenPeople = HiddenPeople()
    /// Slices that were read, and may arrive late, twice or never.
    var slices: [LogSlice] = []

    /// - Parameter hasLog: whether the server says anything of a log.
    init(_ name: String, number: UInt64, on backend: OrbitBackend, hasLog: Bool, clock: VirtualClock) throws {
        self.name = name
        let random = RandomSource.seeded(1_000 + number)
        let server = try ServerAddress("https://orbit.example/api")
        let wire = InProcessTransport(backend, origin: "10.0.0.\(number)")
        let anonymous = APIClient(server: server, transport: wire, time: clock, random: random)
        let session = CurrentSession(store: MemoryTokenStore(), client: anonymous, time: clock)
        self.session = session
        auth = AuthService(client: anonymous, session: session, time: clock, random: random)
        transport = UnreliableTransport(hasLog ? wire : LoglessTransport(wire), seed: number)
        let log = PersonLog(time: clock, random: random)
        self.log = log
        let catalogue = EventCatalogue(joining: [.profiles, .discover, .connections, .meetups])
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
        reminders = RemindersModel(
            meetups: myMeetups, requests: requests, invitations: invitations,
            scheduler: NotificationScheduler(centre: centre, clock: clock), time: clock, zone: { CampusSeed.timeZone })
        log.attach(hiddenPeople)
        if hasLog { log.source = events }
        profile = ProfileViewModel(service: profiles, log: log, zone: CampusSeed.timeZone)
    }

    func signIn() async throws {
        let email = try EmailAddress("\(name)@orbit.example")
        let sent = try await auth.sendCode(to: email)
        let grant = try await auth.verify(
            try VerificationCode("123456"), for: email, challenge: sent.challengeID)
        await reminders.begin(as: grant.userID)
    }

    /// Loads again what was loaded before, as a person does who pulls down every list.
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
    }

    /// A meetup that is looked at.
    func meetup(_ listing: MeetupListing) -> MeetupViewModel {
        MeetupViewModel(listing.id, known: listing, service: meetups, guests: guests, log: log)
    }

    /// The form of a new meetup, or of one that is edited.
    func form(editing id: MeetupID? = nil) -> MeetupFormViewModel {
        MeetupFormViewModel(editing: id, service: meetups, log: log, zone: CampusSeed.timeZone)
    }

    /// The invitations to a meetup of this person.
    func sentInvitations(to meetup: MeetupID) -> SentInvitationsViewModel {
        SentInvitationsViewModel(to: meetup, service: invitationService, log: log)
    }

    /// Reads the log after where this device stands.
    func readLog() async throws -> LogSlice? {
        let stream = try await events.open(after: log.position.flatMap { $0.epoch == "device" ? nil : $0 })
        defer { stream.close() }
        while let message = try await stream.next() {
            if case .slice(let slice) = message { return slice }
            if case .heartbeat = message { return nil }
        }
        return nil
    }

    /// Who can be seen although the log has said, or an action expects, that they are hidden.
    var revealedPeople: Set<UserID> {
        visiblePeople.filter { hiddenPeople.ids.contains($0) || log.isHiding($0) }
    }

    /// Where a person can be seen.
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
        return places
    }

    /// Everyone who can be seen on this device.
    private var visiblePeople: Set<UserID> {
        var people = Set(pokes.incoming.known.map(\.person.id))
        people.formUnion(pokes.outgoing.known.map(\.person.id))
        people.formUnion(matches.matches.known.map(\.partnerID))
        people.formUnion(today.match.value?.matches.map(\.partnerID) ?? [])
        if let partner = pokes.newMatch?.partnerID { people.insert(partner) }
        people.formUnion(myMeetups.meetups.known.map(\.host.id))
        people.formUnion(requests.requests.known.map(\.person.id))
        people.formUnion(invitations.invitations.known.map(\.inviter.id))
        return people
    }
}

/// Who is hidden, as the log says.
@MainActor private final class HiddenPeople: LogFollower {
    private(set) var ids: Set<UserID> = []

    func absorb(_ events: [LogEvent], upTo position: LogPosition, isOwn: Bool) {
        for event in events {
            guard let subject = event.subject else { continue }
            if event.kind == .personHidden { ids.insert(subject) }
            if event.kind == .personShown { ids.remove(subject) }
        }
    }

    func publish() {}
    func reset() { ids = [] }
    func revive() {}
}
