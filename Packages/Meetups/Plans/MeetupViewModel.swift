import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// One meetup, and what the user can do with it, as a guest or as its host.
///
/// ```swift
/// await meetup.load()
/// for action in meetup.offered { print(meetup.label(of: action)) }  // "Ask to join"
/// await meetup.join(message: "May I bring a friend?", companions: 1)
/// ```
@MainActor @Observable public final class MeetupViewModel {
    /// The meetup.
    public let id: MeetupID

    private let resource: Resource<MeetupListing>
    private let service: MeetupService
    private let guests: MeetupGuestService
    private let actions: ActionRunner<MeetupID>
    private let time: any TimeSource
    private let clock: ScreenClock
    private let address: Address
    private let catalogue: MessageCatalogue

    /// The secret part of the meetup's address, of a meetup that is found only by it.
    @MainActor private final class Address {
        var link: String?

        init(link: String?) { self.link = link }
    }

    /// - Parameters:
    ///   - link: the secret part of its address, of a meetup that is found only by that.
    ///   - known: what is shown until it is loaded, if there is something.
    public init(
        _ id: MeetupID, link: String? = nil, known: MeetupListing? = nil, service: MeetupService,
        guests: MeetupGuestService, log: PersonLog, catalogue: MessageCatalogue = .meetups
    ) {
        self.id = id
        let address = Address(link: link)
        self.address = address
        self.service = service
        self.guests = guests
        self.catalogue = catalogue
        time = log.time
        clock = log.clock
        actions = ActionRunner(log: log)
        resource = Resource(.meetup(id), on: log, known: known) {
            Snapshot(try await service.meetup(id, link: address.link))
        }
    }

    /// The meetup with its host; `.empty` once it may not be seen any more.
    public var listing: LoadState<MeetupListing> { resource.state }

    /// Whether an action is in flight. Until that is done, nothing else is.
    public var isBusy: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last with an action, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// The actions of a guest that can be done now and would change something, the most important first.
    public var offered: [AttendanceAction] {
        guard let meetup = resource.state.value?.meetup else { return [] }
        let now = clock.now(changingAt: meetup.actionChanges)
        return Self.guestActions.filter { meetup.offers($0, at: now) }
    }

    /// Whether the user can edit or cancel it now.
    public var canHost: Bool {
        resource.state.value.map { $0.canHost(at: clock.now(changingAt: $0.meetup.actionChanges)) } ?? false
    }

    /// How it repeats, in words: `every Tuesday, 8 times`; `nil` if it is no occurrence of a series.
    public var repetition: String? { resource.state.value?.meetup.series?.message(in: catalogue.words) }

    /// Which occurrences the user can edit or cancel now: of a series this one, or it and the following ones; none of
    /// anything else.
    public var scopes: [SeriesScope] { canHost ? resource.state.value?.meetup.scopes ?? [] : [] }

    /// The words on the button of an action. Joining says what it comes to.
    public func label(of action: AttendanceAction) -> String {
        var code = action.rawValue
        if let meetup = resource.state.value?.meetup {
            let next = meetup.expected(after: action, at: clock.now(changingAt: meetup.actionChanges))
            switch (action, next, meetup.standing) {
            case (.join, .requested, _): code = "join_requested"
            case (.join, .waiting, _): code = "join_waiting"
            case (.leave, .absent, let standing): code = "leave_\(standing.rawValue)"
            case (.leave, .cancelledLate, _): code = "leave_late"
            default: break
            }
        }
        return catalogue.words.text(code, in: .meetupActions)
            ?? catalogue.words.text(action.rawValue, in: .meetupActions) ?? action.rawValue
    }

    /// Shows the meetup as a list has it, until it is loaded.
    public func begin(with listing: MeetupListing) { resource.begin(with: listing) }

    /// Uses a link from the next request on, if the model has none or its link has found nothing.
    ///
    /// - Parameter link: The secret part of the meetup's address.
    public func begin(withLink link: String) {
        let hasFoundNothing = resource.state.value == nil && resource.state.failure?.kind == .refused(.notFound)
        if address.link == nil || hasFoundNothing { address.link = link }
    }

    /// Asks for the meetup.
    public func load() async { await resource.load() }

    /// Joins, asks to, or waits for a place, by what the host has decided and by the room there is.
    ///
    /// - Parameters:
    ///   - message: for the host, if they decide; at most ``MeetupLimits/message`` characters.
    ///   - companions: how many come along, ``MeetupLimits/companions``.
    ///   - despiteBlocks: whether the user wants to although a person they have blocked attends. If one does, and it
    ///     is `false`, the failure is `.refused(.blockedPersonAttends)`: ask the user, and call this again.
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
        return await act(.join, "\(request)") { try await guests.join(id, request, link: address.link, key: $0) }
    }

    /// Takes a request back, turns an offer or an invitation down, or cancels.
    @discardableResult
    public func leave() async -> ActionOutcome {
        await act(.leave) { try await guests.leave(id, key: $0) }
    }

    /// Takes the place that is kept for the user.
    @discardableResult
    public func takeOffer() async -> ActionOutcome {
        await act(.takeOffer) { try await guests.takeOffer(id, key: $0) }
    }

    /// Says again that the user comes.
    @discardableResult
    public func reconfirm() async -> ActionOutcome {
        await act(.reconfirm) { try await guests.reconfirm(id, key: $0) }
    }

    /// Says that the user is there.
    @discardableResult
    public func checkIn() async -> ActionOutcome {
        await act(.checkIn) { try await guests.checkIn(id, key: $0) }
    }

    /// Cancels the meetup, as its host.
    ///
    /// - Parameter scope: of a series, which occurrences; `nil` for this one.
    @discardableResult
    public func cancel(because reason: CancelReason, scope: SeriesScope? = nil) async -> ActionOutcome {
        guard let listing = resource.state.value else { return .skipped }
        guard listing.canHost(at: time.date) else {
            return actions.refuse(Failure(listing.meetup.standing == .host ? .over : .hostOnly, in: catalogue))
        }
        return await run("cancel \(reason) \(scope?.rawValue ?? "")") {
            try await service.cancel(id, because: reason, scope: scope, key: $0)
        }
    }

    private static let guestActions: [AttendanceAction] = [.takeOffer, .checkIn, .reconfirm, .join, .leave]

    /// Asks the server only for what the rules allow.
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
        // It is not what it was: the server knows what there is instead.
        if case .refused = outcome.failure?.kind { await resource.load() }
        return outcome
    }
}

extension Failure {
    /// A rule that forbids an action, found before the server was asked.
    init(_ refusal: MeetupRefusal, in catalogue: MessageCatalogue) {
        self.init(.refused(refusal.code), message: refusal.message(in: catalogue.words), canRetry: false)
    }
}
