import Auth
public import Connections
public import Discover
import Foundation
public import Meetups
import Networking
import NotificationScheduling
import OrbitModels
import Presentation
public import Profiles
import Reputation
public import Safety
import TimeAndChance
import Validation

/// The models of the person who is signed in, all on one log. Made anew after a sign-out.
@MainActor final class PersonalModels {
    let log: PersonLog
    let profile: ProfileViewModel
    let account: AccountViewModel
    let discover: DiscoverViewModel
    let dealbreakers: DealbreakersViewModel
    let pokes: PokesViewModel
    let matches: MatchesViewModel
    let today: TodayMatchViewModel
    let blocks: BlocksViewModel
    let mutes: MutesViewModel
    let reports: ReportsViewModel
    let moderation: ModerationViewModel
    private let reportService: ReportService
    private let catalogue: MessageCatalogue
    let checkIns: CheckInsViewModel
    let meetups: MeetupsViewModel
    let myMeetups: MyMeetupsViewModel
    let meetupRequests: MeetupRequestsViewModel
    let invitations: InvitationsViewModel
    let ratings: RatingsViewModel
    let reminders: RemindersModel
    let calendarFeed: CalendarFeedViewModel
    let importedCalendars: ImportedCalendars
    let plans: PlanServices
    let reputation: ReputationService
    let standing: OwnStandingViewModel
    let sharing: SharingService
    let server: ServerAddress
    private let muting: MutedPeople
    let profiles: ProfileService
    let photos: PhotoLoader
    let words: Words
    private let gate: SignedInGate
    private let events: [any EventTransport]
    let zone: TimeZone
    /// The models of single subjects that the front end holds.
    let live = LiveModels()
    /// What comes after the last meetup, once it was asked for.
    var shownAfter: AfterMeetupViewModel?
    private let photoPurge: PhotoPurge
    private var following: Task<Void, Never>?
    private var clearing: Task<Void, Never>?

    /// - Parameters:
    ///   - session: whose access token goes with each request.
    ///   - budget: shared by all clients of the server.
    init(_ environment: AppEnvironment, session: CurrentSession, budget: RetryBudget) {
        let log = PersonLog(
            time: environment.time, random: environment.random, words: environment.catalogue.words)
        let gate = SignedInGate()
        let client = APIClient(
            server: environment.server, transport: environment.transport,
            // Checked before there is a token, and once more with it: the token may be the next person's.
            middleware: [gate, AuthMiddleware(session: session), gate], budget: budget, events: .app,
            receipts: { [weak log] receipt in await log?.receive(receipt) }, time: environment.time,
            random: environment.random)
        self.log = log
        self.gate = gate
        events = environment.events(client)
        zone = environment.zone

        let suggestions = DiscoverService(client: client)
        discover = DiscoverViewModel(service: suggestions, log: log)
        dealbreakers = DealbreakersViewModel(service: suggestions, log: log)
        profiles = ProfileService(client: client, random: environment.random)
        photos = PhotoLoader(service: profiles, time: environment.time)
        profile = ProfileViewModel(
            service: profiles, log: log, drafts: environment.file("profile-draft"), zone: environment.zone,
            catalogue: environment.catalogue)
        account = AccountViewModel(service: AccountService(client: client), profile: profile, log: log)
        pokes = PokesViewModel(service: PokeService(client: client), log: log)
        let matchService = MatchService(client: client)
        matches = MatchesViewModel(service: matchService, log: log)
        today = TodayMatchViewModel(service: matchService, log: log)
        blocks = BlocksViewModel(service: BlockService(client: client), log: log)
        reportService = ReportService(client: client)
        reports = ReportsViewModel(service: reportService, log: log)
        moderation = ModerationViewModel(service: ModerationService(client: client), log: log)
        catalogue = environment.catalogue
        mutes = MutesViewModel(service: MuteService(client: client), log: log)
        muting = MutedPeople(of: mutes, on: log)
        checkIns = CheckInsViewModel(
            service: CheckInService(client: client), log: log, catalogue: environment.catalogue)
        sharing = SharingService(client: client)
        server = environment.server
        plans = PlanServices(client: client, catalogue: environment.catalogue)
        reputation = ReputationService(client: client)
        standing = OwnStandingViewModel(service: reputation, log: log, words: environment.catalogue.words)
        meetups = MeetupsViewModel(service: plans.meetups, log: log)
        myMeetups = MyMeetupsViewModel(service: plans.meetups, log: log)
        meetupRequests = MeetupRequestsViewModel(service: plans.requests, log: log)
        invitations = InvitationsViewModel(
            service: plans.invitations, log: log, catalogue: environment.catalogue)
        ratings = RatingsViewModel(
            service: RatingService(client: client), log: log, catalogue: environment.catalogue)
        reminders = RemindersModel(
            meetups: myMeetups, requests: meetupRequests, invitations: invitations, ratings: ratings,
            checkIns: checkIns, mutes: mutes,
            scheduler: NotificationScheduler(
                centre: environment.notifications, clock: environment.time, words: environment.catalogue.words),
            file: environment.file("reminders"), words: environment.catalogue.words, time: environment.time,
            zone: environment.deviceZone, travelTime: environment.travelTime)
        calendarFeed = CalendarFeedViewModel(
            service: MeetupCalendarService(client: client), server: environment.server, log: log)
        importedCalendars = ImportedCalendars(
            file: environment.file("calendars"), words: environment.catalogue.words, time: environment.time,
            zone: environment.deviceZone)
        words = environment.catalogue.words
        photoPurge = PhotoPurge(of: photos, on: log)
    }

    deinit {
        following?.cancel()
    }

    var now: Date { log.time.date }

    /// An empty form.
    func report(about subject: ReportSubject) -> ReportFormViewModel {
        ReportFormViewModel(about: subject, service: reportService, log: log, catalogue: catalogue)
    }

    /// On the campus's calendar.
    var day: CalendarDay { CalendarDay(now, in: zone) }

    /// As saved.
    var ownInterests: [Interest] { profile.saved.value?.profile?.interests ?? [] }

    /// From now on what others do, and what is done on another device, shows by itself.
    func follow(as user: UserID) {
        guard following == nil else { return }
        Task { [mutes, checkIns] in
            // Which people lists leave out, and whether the user is to be asked, has to be known whatever screen is
            // shown.
            await mutes.load()
            await checkIns.checkIns.load()
        }
        Task { [reminders, importedCalendars] in
            await reminders.begin(as: user)
            await importedCalendars.begin(as: user)
        }
        following = Task { [log, events] in await log.follow(events) }
    }

    /// From now on nothing is sent, and nothing comes in.
    func leave() {
        gate.end()
        following?.cancel()
        calendarFeed.end()
        account.end()
        importedCalendars.end()
        // Not only at a sign-out: the server may have ended the session.
        clearing = Task { [photos, reminders] in
            await photos.clear()
            await reminders.end()
        }
    }

    /// Removes what the person has left on this device.
    func removeTraces() async throws {
        await clearing?.value
        var failure: (any Error)?
        for remove in [profile.leave, reminders.removeTraces, importedCalendars.removeTraces] {
            do { try await remove() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

extension AppModel {
    /// Of the person signed in, like all that follow: others after a sign-out.
    public var profile: ProfileViewModel { personal.profile }
    /// A copy of what the user has given, and the erasure of their account; see ``AppModel/eraseAccount()``.
    public var account: AccountViewModel { personal.account }
    /// The people suggested today.
    public var discover: DiscoverViewModel { personal.discover }
    /// Who is never suggested.
    public var dealbreakers: DealbreakersViewModel { personal.dealbreakers }
    /// Pokes, received and sent.
    public var pokes: PokesViewModel { personal.pokes }
    /// The people the user is matched with.
    public var matches: MatchesViewModel { personal.matches }
    /// The match of the daily pairing.
    public var today: TodayMatchViewModel { personal.today }
    /// The people the user has blocked.
    public var blocks: BlocksViewModel { personal.blocks }
    /// The people the user has muted.
    public var mutes: MutesViewModel { personal.mutes }
    /// The user's safety check-ins.
    public var checkIns: CheckInsViewModel { personal.checkIns }
    /// What the user has reported, and what was decided about the user.
    public var reports: ReportsViewModel { personal.reports }
    /// The desk of a moderator; `isModerator` says whether the user is one.
    public var moderation: ModerationViewModel { personal.moderation }
    /// The meetups that the user may find.
    public var meetups: MeetupsViewModel { personal.meetups }
    /// The meetups that are the user's concern.
    public var myMeetups: MyMeetupsViewModel { personal.myMeetups }
    /// The requests to attend that wait for the user's decision.
    public var meetupRequests: MeetupRequestsViewModel { personal.meetupRequests }
    /// The invitations that wait for the user's reply.
    public var invitations: InvitationsViewModel { personal.invitations }
    /// What the user is reminded of, and when.
    public var reminders: RemindersModel { personal.reminders }
    /// The bytes of every photo that the person may see.
    public var photos: PhotoLoader { personal.photos }
}
