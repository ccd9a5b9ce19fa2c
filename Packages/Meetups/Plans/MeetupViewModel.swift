import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// One meetup with the actions of its guests and its host.
///
/// ```swift
/// await meetup.load()
/// for action in meetup.availableActions { print(meetup.label(of: action)) }  // "Ask to join"
/// await meetup.join(message: "May I bring a friend?", companions: 1)
/// ```
@MainActor @Observable public final class MeetupViewModel {
    /// The identifier of the meetup.
    public let id: MeetupID

    private let resource: Resource<MeetupListing>
    private let service: MeetupService
    private let guests: MeetupGuestService
    private let actions: ActionRunner<MeetupID>
    private let time: any TimeSource
    private let clock: ScreenClock
    private let address: Address
    private let catalogue: MessageCatalogue
    private let queue: ActionQueue

    /// The secret part of the address of a meetup that is found only by its address.
    @MainActor private final class Address {
        var link: String?

        init(link: String?) { self.link = link }
    }

    /// Creates a view model that follows `log`.
    ///
    /// - Parameters:
    ///   - id: The meetup.
    ///   - link: The secret part of the address of a meetup that is found only by its address.
    ///   - known: The value to show until the meetup is loaded.
    ///   - service: The service that loads and cancels the meetup.
    ///   - guests: The service that sends the actions of guests.
    ///   - log: The event log of the user.
    ///   - catalogue: The texts of actions and failures.
    public init(
        _ id: MeetupID, link: String? = nil, known: MeetupListing? = nil, service: MeetupService,
        guests: MeetupGuestService, log: EventLog, catalogue: MessageCatalogue = .meetups
    ) {
        self.id = id
        let address = Address(link: link)
        self.address = address
        self.service = service
        self.guests = guests
        self.catalogue = catalogue
        time = log.time
        clock = log.clock
        queue = log.queue
        actions = ActionRunner(log: log)
        resource = Resource(.meetup(id), on: log, known: known) {
            Snapshot(try await service.meetup(id, link: address.link))
        }
        QueuedJoin.register(with: guests, on: log)
    }

    /// The meetup with its host. The state is `.empty` if the user may no longer see the meetup.
    public var listing: LoadState<MeetupListing> { resource.state }

    /// Whether an action is in flight or waits on this device. Further actions are skipped until it ends.
    public var isBusy: Bool { !actions.inFlight.isEmpty || isQueued }

    /// Whether a request to join waits on this device until it is sent.
    public var isQueued: Bool { queue.isWaiting(QueuedJoin.kind, on: QueuedJoin.lane(of: id)) }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// The actions of a guest that are possible now and would change something, the most important first.
    public var availableActions: [AttendanceAction] {
        guard let meetup = resource.state.value?.meetup else { return [] }
        let now = clock.now(changingAt: meetup.actionChanges)
        return Self.guestActions.filter { meetup.offers($0, at: now) }
    }

    /// Whether the user can edit or cancel the meetup now.
    public var canHost: Bool {
        resource.state.value.map { $0.canHost(at: clock.now(changingAt: $0.meetup.actionChanges)) } ?? false
    }

    /// The recurrence rule in words, such as `every Tuesday, 8 times`, or `nil` if the meetup is not part of a series.
    public var repetition: String? { resource.state.value?.meetup.series?.message(in: catalogue.words) }

    /// The scopes in which the user can edit or cancel the meetup now. It is empty for a meetup without a series.
    public var scopes: [SeriesScope] { canHost ? resource.state.value?.meetup.scopes ?? [] : [] }

    /// Returns the title of an action's button. The title of joining names the expected result.
    public func label(of action: AttendanceAction) -> String {
        var code = action.rawValue
        if let meetup = resource.state.value?.meetup {
            let next = meetup.expected(after: action, at: clock.now(changingAt: meetup.actionChanges))
            switch (action, next, meetup.attendance) {
            case (.join, .requested, _): code = "join_requested"
            case (.join, .waiting, _): code = "join_waiting"
            case (.leave, .unrelated, let attendance): code = "leave_\(attendance.rawValue)"
            case (.leave, .cancelledLate, _): code = "leave_late"
            default: break
            }
        }
        return catalogue.words.text(code, in: .meetupActions)
            ?? catalogue.words.text(action.rawValue, in: .meetupActions) ?? action.rawValue
    }

    /// Shows a listing that a list has loaded, until the meetup itself is loaded.
    public func begin(with listing: MeetupListing) { resource.begin(with: listing) }

    /// Uses a link for the next requests if the model has no link, or if its link has found nothing.
    ///
    /// - Parameter link: The secret part of the meetup's address.
    public func begin(withLink link: String) {
        let hasFoundNothing = resource.state.value == nil && resource.state.failure?.kind == .refused(.notFound)
        if address.link == nil || hasFoundNothing { address.link = link }
    }

    /// Loads the meetup.
    public func load() async { await resource.load() }

    /// Joins the meetup, sends a request to the host, or joins the wait list. The approval and the capacity decide
    /// which.
    ///
    /// Without a network, the request waits on this device if the app has an outbox. The outcome is then `.queued`.
    ///
    /// - Parameters:
    ///   - message: A message for a host who approves requests, at most ``MeetupLimits/message`` characters.
    ///   - companions: The number of companions, within ``MeetupLimits/companions``.
    ///   - despiteBlocks: Whether to join even if a person that the user has blocked attends. If `false` and such a
    ///     person attends, the failure is `.refused(.blockedPersonAttends)`. Ask the user, then call this method again.
    @discardableResult
    public func join(
        message: String = "", companions: Int = 0, despiteBlocks: Bool = false
    ) async -> ActionOutcome {
        let wrong =
            Rule<String>.text(MeetupTexts.message).failures(in: message).under("message")
            + Rule<Int>.within(MeetupLimits.companions).failures(in: companions).under("companions")
        guard wrong.blocking.isEmpty else { return actions.refuse(Failure(wrong.blocking, in: .meetup, of: catalogue)) }
        let request = JoinMeetupRequest(
            message: MeetupTexts.message.cleaned(message), companions: companions, despiteBlocks: despiteBlocks)
        guard let listing = resource.state.value, !isBusy else { return .skipped }
        if let refusal = listing.meetup.refusal(of: .join, at: time.date) {
            return actions.refuse(Failure(refusal, in: catalogue))
        }
        let queued = QueuedJoin(request, link: address.link, of: listing, at: time.date)
        let outcome = await actions.run(
            id, "\(AttendanceAction.join.rawValue) \(request)", queueing: queued, as: QueuedJoin.kind,
            on: QueuedJoin.lane(of: id)
        ) { key in
            [.changed(try await guests.join(id, request, link: queued.link, key: key))]
        }
        if case .refused = outcome.failure?.kind { await resource.load() }
        return outcome
    }

    /// Withdraws a request, declines an offer or an invitation, or cancels.
    @discardableResult
    public func leave() async -> ActionOutcome {
        await act(.leave) { try await guests.leave(id, key: $0) }
    }

    /// Accepts the place that is offered to the user.
    @discardableResult
    public func takeOffer() async -> ActionOutcome {
        await act(.takeOffer) { try await guests.takeOffer(id, key: $0) }
    }

    /// Confirms again that the user will attend.
    @discardableResult
    public func reconfirm() async -> ActionOutcome {
        await act(.reconfirm) { try await guests.reconfirm(id, key: $0) }
    }

    /// Checks the user in.
    @discardableResult
    public func checkIn() async -> ActionOutcome {
        await act(.checkIn) { try await guests.checkIn(id, key: $0) }
    }

    /// Cancels the meetup as its host.
    ///
    /// - Parameters:
    ///   - reason: The reason for the cancellation.
    ///   - scope: The occurrences of a series to cancel, or `nil` for this occurrence alone.
    @discardableResult
    public func cancel(because reason: CancelReason, scope: SeriesScope? = nil) async -> ActionOutcome {
        guard let listing = resource.state.value else { return .skipped }
        guard listing.canHost(at: time.date) else {
            return actions.refuse(Failure(listing.meetup.attendance == .host ? .over : .hostOnly, in: catalogue))
        }
        return await run("cancel \(reason) \(scope?.rawValue ?? "")") {
            try await service.cancel(id, because: reason, scope: scope, key: $0)
        }
    }

    private static let guestActions: [AttendanceAction] = [.takeOffer, .checkIn, .reconfirm, .join, .leave]

    /// Sends an action to the server if the rules allow it.
    private func act(
        _ action: AttendanceAction, _ name: String = "", _ send: (IdempotencyKey) async throws -> MeetupListing
    ) async -> ActionOutcome {
        guard let meetup = resource.state.value?.meetup, !isBusy else { return .skipped }
        if let refusal = meetup.refusal(of: action, at: time.date) {
            return actions.refuse(Failure(refusal, in: catalogue))
        }
        return await run("\(action.rawValue) \(name)", send)
    }

    private func run(_ name: String, _ send: (IdempotencyKey) async throws -> MeetupListing) async -> ActionOutcome {
        let outcome = await actions.run(id, name) { key in [.changed(try await send(key))] }
        // The meetup has changed on the server, so the current value is loaded.
        if case .refused = outcome.failure?.kind { await resource.load() }
        return outcome
    }
}

extension Failure {
    /// Creates the failure of an action that the rules forbid, without a request to the server.
    init(_ refusal: MeetupRefusal, in catalogue: MessageCatalogue) {
        self.init(.refused(refusal.code), message: refusal.message(in: catalogue.words), canRetry: false)
    }
}
