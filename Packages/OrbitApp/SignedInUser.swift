import Auth
import Chat
public import Connections
public import Discover
import DurableFiles
public import Foundation
public import Meetups
public import Moderation
import Networking
import NotificationScheduling
public import Observation
import OrbitModels
public import Presentation
public import Profiles
public import Reputation
public import Safety
import TimeAndChance
import Validation

/// The models of the signed-in user, all of which follow one log.
///
/// ``AppModel`` creates a value for each sign-in or restored session, and releases it at the end of the session:
///
/// ```swift
/// guard let user = app.user else { return showSignIn(app.auth) }
/// await user.pokes.incoming.load()
/// let sheet = user.sheet(of: match.partnerID)
/// ```
///
/// Models that a screen retains after the sign-out send and receive nothing. The next user has other models.
@MainActor @Observable public final class SignedInUser {
    /// The form of the user's profile, and the saved profile.
    public let profile: ProfileViewModel
    /// A copy of the user's data, and the erasure of the account; see ``AppModel/eraseAccount()``.
    public let account: AccountViewModel
    /// The people suggested today.
    public let discover: DiscoverViewModel
    /// The dealbreakers that exclude people from the suggestions.
    public let dealbreakers: DealbreakersViewModel
    /// Pokes, received and sent.
    public let pokes: PokesViewModel
    /// The people the user is matched with.
    public let matches: MatchesViewModel
    /// The match of the daily pairing.
    public let today: TodayMatchViewModel
    /// The people the user has blocked.
    public let blocks: BlocksViewModel
    /// The people the user has muted.
    public let mutes: MutesViewModel
    /// The user's safety check-ins.
    public let checkIns: CheckInsViewModel
    /// The user's reports, and the decisions about the user.
    public let reports: ReportsViewModel
    /// The desk of a moderator; `isModerator` says whether the user is one.
    public let moderation: ModerationViewModel
    /// The meetups that the user may find.
    public let meetups: MeetupsViewModel
    /// The meetups that the user hosts, attends, has requested to attend, was offered a place in, or is invited to.
    public let myMeetups: MyMeetupsViewModel
    /// The requests to attend that wait for the user's decision.
    public let meetupRequests: MeetupRequestsViewModel
    /// The invitations that wait for the user's reply.
    public let invitations: InvitationsViewModel
    /// The people the user may rate, the ratings the user has given, and the ratings received.
    public let ratings: RatingsViewModel
    /// The user's own standing, with its reasons and points.
    public let standing: OwnStandingViewModel
    /// The user's reminders, and when each fires.
    public let reminders: RemindersModel
    /// The address at which other calendars read the user's meetups.
    public let calendarFeed: CalendarFeedViewModel
    /// The times at which the user is busy according to other calendars.
    public let importedCalendars: ImportedCalendars
    /// The conversations of the user; `nil` until the session begins. It is not `nil` on the route `home`.
    public private(set) var chat: ChatModels?
    /// The messages and other actions that the server has not acknowledged.
    public let unsent: UnsentActions
    /// A loader for the photos that the user may see.
    public let photos: PhotoLoader
    /// The place in the home screen: tab, pages and sheet. The sign-out resets it.
    public var navigation = AppNavigation()

    let log: EventLog
    private let hasStorage: Bool
    private let chatNotes: PerUserFile<ChatNotes.Content>
    private let chatService: ChatService
    private let planner: ProposedMeetups
    let profiles: ProfileService
    let plans: PlanServices
    let reputation: ReputationService
    let sharingService: SharingService
    let reportService: ReportService
    let server: ServerAddress
    let words: LocalizedStrings
    let catalogue: MessageCatalogue
    let zone: TimeZone
    /// The models of single subjects that the front end retains.
    let live = LiveModels()
    /// The content of the last value of ``afterMeetup``. That model retains the user, so the user retains only its
    /// content.
    @ObservationIgnored var shownAfter: AfterMeetupViewModel.Content?
    private let muting: MuteFilter
    private let photoPurge: PhotoPurge
    private let gate: SessionGuard
    private let events: [any EventTransport]
    private let lifecycle: SessionLifecycle
    /// The models of features from other packages, by type. Empty after the end of the session.
    private var featureModels: [ObjectIdentifier: any FeatureModels] = [:]
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var beginning: Task<Void, Never>?
    @ObservationIgnored private var hasLeft = false
    private nonisolated static var reopenAttempts: Int { 5 }

    /// Creates the models of a user.
    ///
    /// - Parameters:
    ///   - environment: The dependencies of the app.
    ///   - features: The features of the app.
    ///   - session: The source of the access token of each request.
    ///   - budget: The retry budget that all clients of the server share.
    ///   - clock: The clock of all models.
    init(
        _ environment: AppEnvironment, features: AppFeatures, session: CurrentSession, budget: RetryBudget,
        clock: ScreenClock
    ) {
        let log = EventLog(
            time: environment.time, random: environment.random, words: environment.catalogue.words, clock: clock,
            storedIn: environment.file("lists", sizeLimit: ListStorage.recommendedSizeLimit))
        let gate = SessionGuard()
        let client = APIClient(
            server: environment.server, transport: environment.transport,
            middleware: [gate, AuthMiddleware(session: session), gate], budget: budget, events: features.events,
            receipts: { [weak log] receipt in await log?.receive(receipt) }, time: environment.time,
            random: environment.random)
        self.log = log
        self.gate = gate
        let lifecycle = SessionLifecycle(environment)
        self.lifecycle = lifecycle
        events = environment.events(client)
        hasStorage = environment.directory != nil
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
        muting = MuteFilter(of: mutes, on: log)
        checkIns = CheckInsViewModel(
            service: CheckInService(client: client), log: log, catalogue: environment.catalogue)
        sharingService = SharingService(client: client)
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
        chatService = ChatService(client: client)
        chatNotes = PerUserFile(environment.file("chat-notes"))
        planner = ProposedMeetups(chat: chatService, plans: plans, log: log)
        unsent = UnsentActions(
            in: environment.directory ?? .inMemory(), log: log, random: environment.random)
        words = environment.catalogue.words
        photoPurge = PhotoPurge(of: photos, on: log)

        lifecycle.add(StorageSession(log.storage))
        lifecycle.add(OutboxSession(unsent))
        lifecycle.add(chatNotes)
        lifecycle.add(ProfileSession(profile: profile, account: account, photos: photos))
        lifecycle.add(SafetySession(mutes: mutes, checkIns: checkIns))
        lifecycle.add(PlansSession(reminders: reminders, calendars: importedCalendars, feed: calendarFeed))
        for feature in features.added {
            guard let models = feature.models else { continue }
            let made = models.make(
                SignedInContext(
                    feature: feature.name, client: client, log: log, environment: environment, lifecycle: lifecycle))
            featureModels[models.type] = made
            lifecycle.add(made)
        }
    }

    deinit {
        following?.cancel()
    }

    /// Returns the models of a feature from another package.
    ///
    /// ```swift
    /// await app.user?.models(of: NoticesModels.self)?.board().load()
    /// ```
    ///
    /// - Returns: The models; `nil` if no feature makes models of this type, and after the end of the session.
    public func models<Models: FeatureModels>(of type: Models.Type) -> Models? {
        featureModels[ObjectIdentifier(type)] as? Models
    }

    /// The state of the connection over which the actions of other people and devices arrive.
    public var connection: LogConnection { log.connection }

    /// The time of the content that the app shows from an earlier launch; `nil` once the own profile is current.
    ///
    /// Each list has its own `storedDate`, because lists are loaded at different times.
    public var storedDate: Date? { profile.storedDate }

    var now: Date { log.time.date }

    /// The current day in the calendar of the campus.
    var day: CalendarDay { CalendarDay(now, in: zone) }

    /// Shows the content of the last launch and the unsent actions, follows the log of the user, and begins the session
    /// of all models. A second call waits for the first.
    func begin(as user: UserID) async {
        let beginning =
            beginning
            ?? Task {
                makeChat(of: user)
                async let opening: Void = unsent.open(as: user)
                if hasStorage {
                    await log.storage.begin(as: user)
                    await profile.resumeStoredDraft()
                }
                await opening
                await chat?.begin(with: unsent)
                follow(as: user)
                if unsent.isInUse { reopenLater() }
            }
        self.beginning = beginning
        await beginning.value
    }

    /// Opens the outbox again after ``UnsentActions/failure``, for example once the other process has ended.
    public func reopenOutbox() async {
        guard let chat, !hasLeft else { return }
        await unsent.open(as: chat.me)
        await chat.begin(with: unsent)
    }

    /// Tries for a few seconds to open an outbox that an ending process or an earlier session still has open.
    private func reopenLater() {
        Task { [weak self, time = unsent.diskTime] in
            for _ in 0..<Self.reopenAttempts {
                do { try await time.sleep(for: .seconds(1)) } catch { return }
                await self?.reopenOutbox()
                guard self?.unsent.isInUse == true else { return }
            }
        }
    }

    /// Stores the content of all lists and the drafts now.
    func flush() async {
        await log.storage.flush()
        await chat?.flush()
    }

    private func makeChat(of user: UserID) {
        guard chat == nil, !hasLeft else { return }
        let made = ChatModels(
            of: user,
            ChatModels.Dependencies(
                service: chatService, log: log, notes: chatNotes, catalogue: catalogue, planner: planner,
                commonTimes: { [weak self] in await self?.commonTimes(in: $0) ?? [] }))
        lifecycle.add(made)
        chat = made
    }

    private func follow(as user: UserID) {
        guard following == nil, !hasLeft else { return }
        lifecycle.begin(as: user)
        following = Task { [log, events] in await log.follow(events) }
    }

    /// Ends all requests and the log, and withdraws the reminders.
    func leave() {
        hasLeft = true
        gate.end()
        navigation = AppNavigation()
        following?.cancel()
        featureModels = [:]
        chat = nil
        // This does not depend on a sign-out: the server may have ended the session.
        lifecycle.end()
    }

    /// Removes the user's files from this device.
    ///
    /// - Throws: The first error of a file that is still on disk.
    func removeTraces() async throws {
        try await lifecycle.removeFiles()
    }
}
