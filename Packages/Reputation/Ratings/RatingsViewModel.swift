import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The user's ratings: the people to rate, the ratings given, and the ratings received.
@MainActor @Observable public final class RatingsViewModel {
    /// The people that the user may rate now, the earliest deadline first.
    public let due: PagedList<DueRating>
    /// The ratings that the user has given, the latest first.
    public let given: PagedList<GivenRating>
    /// The ratings that the user has received and can see, the most recently shown first.
    public let received: PagedList<ReceivedRating>

    private let service: RatingService
    private let log: EventLog
    private let actions: ActionRunner<Subject>
    let catalogue: MessageCatalogue

    /// The subject of an action.
    private enum Subject: Hashable {
        case due(Identifier<DueRating>)
        case given(UserRatingID)
        case met(Identifier<DueRating>)
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(
        service: RatingService, log: EventLog, catalogue: MessageCatalogue = .reputation, pageSize: Int = 20
    ) {
        self.service = service
        self.log = log
        self.catalogue = catalogue
        actions = ActionRunner(log: log)
        due = PagedList(.dueRatings, on: log) { try await service.due(after: $0, limit: pageSize) }
        given = PagedList(.givenRatings, on: log) { try await service.given(after: $0, limit: pageSize) }
        received = PagedList(.receivedRatings, on: log) { try await service.received(after: $0, limit: pageSize) }
        log.storage.add(due, as: "due_ratings")
        log.storage.add(given, as: "given_ratings")
        log.storage.add(received, as: "received_ratings")
        log.queue.register(QueuedRating.kind) { (queued: QueuedRating, key: IdempotencyKey) in
            queued.expected(as: key).map { [.given($0)] } ?? []
        } send: { [service] (queued: QueuedRating, key: IdempotencyKey) in
            let due = queued.due
            return [.given(try await service.rate(due.person.id, at: due.meetup.id, queued.entry, key: key))]
        }
    }

    /// The people that the user is rating: those with a request in flight.
    public var sendingTo: Set<Identifier<DueRating>> {
        Set(actions.inFlight.compactMap { if case .due(let id) = $0 { id } else { nil } })
    }

    /// The ratings that the user is changing: those with a request in flight.
    public var inFlight: Set<UserRatingID> {
        Set(actions.inFlight.compactMap { if case .given(let id) = $0 { id } else { nil } })
    }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// Whether the user may still change every member of a rating. They may change `meetAgain` at any time.
    public func isEditable(_ given: GivenRating) -> Bool {
        let rating = given.rating
        return rating.isEditable(at: log.clock.now(changingAt: [rating.editableUntil, rating.shownAt]))
    }

    /// Whether the person rated can see the rating.
    public func isShown(_ given: GivenRating) -> Bool {
        given.rating.isShown(at: log.clock.now(changingAt: [given.rating.shownAt]))
    }

    /// Whether a draft has no failures.
    public func canSend(_ draft: RatingDraft) -> Bool { RatingRules.failures(in: draft.entry).isEmpty }

    /// Returns the failures of the touched fields in the words of the catalogue, by field.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - touched: The fields that the user has changed or left.
    public func problems(of draft: RatingDraft, touched: TouchedFields) -> [String: String] {
        touched.shown(of: RatingRules.failures(in: draft.entry)).reduce(into: [:]) { problems, failure in
            let field = String(failure.path.prefix { $0 != "[" })
            problems[field] = problems[field] ?? catalogue.message(for: failure, in: .rating)
        }
    }

    /// Loads all pages of the people that the user may rate.
    public func loadDue() async {
        await due.load()
        var count = -1
        while due.hasMore, due.known.count > count {
            count = due.known.count
            await due.loadMore()
        }
    }

    /// Rates a person, if the draft has no failures.
    ///
    /// Without a network, the rating waits on this device if the app has an outbox. The outcome is then `.queued`.
    @discardableResult
    public func rate(_ due: DueRating, _ draft: RatingDraft) async -> ActionOutcome {
        if let refused = refuse(draft) { return refused }
        let entry = draft.entry
        let lane = QueuedRating.lane(of: due.id)
        guard !log.queue.isWaiting(QueuedRating.kind, on: lane) else { return .skipped }
        let queued = QueuedRating(due: due, entry: entry, at: log.time.date)
        let outcome = await actions.run(
            .due(due.id), "\(entry)", queueing: queued, as: QueuedRating.kind, on: lane
        ) { key in
            [.given(try await service.rate(due.person.id, at: due.meetup.id, entry, key: key))]
        }
        // The user has rated the person on another device, or it is too late.
        if case .refused = outcome.failure?.kind { await self.due.reload() }
        return outcome
    }

    /// Changes a rating, if the draft has no failures.
    @discardableResult
    public func edit(_ given: GivenRating, _ draft: RatingDraft) async -> ActionOutcome {
        if let refused = refuse(draft) { return refused }
        let entry = draft.entry
        var edited = given
        if let stars = Stars(entry.stars) { edited.rating.stars = stars }
        (edited.rating.tags, edited.rating.note, edited.meetAgain) = (entry.tags, entry.note, entry.meetAgain)
        let outcome = await actions.run(.given(given.id), "\(entry)", expecting: [.given(edited)]) { key in
            [.given(try await service.edit(given.id, entry, key: key))]
        }
        // The rating is shown now, or was changed on another device.
        if case .refused = outcome.failure?.kind { await self.given.reload() }
        return outcome
    }

    /// Sets or changes whether the user would meet the person again.
    @discardableResult
    public func setMeetAgain(_ meetAgain: Bool?, for given: GivenRating) async -> ActionOutcome {
        var draft = RatingDraft(given)
        draft.meetAgain = meetAgain
        return await edit(given, draft)
    }

    /// Reports that the user has met a person at a meetup. It allows a rating if one of the two forgot to check in.
    @discardableResult
    public func sayMet(_ person: UserID, at meetup: MeetupID) async -> ActionOutcome {
        await actions.run(.met(DueRating.id(of: person, at: meetup))) { key in
            try await service.sayMet(person, at: meetup, key: key)
            return []
        }
    }

    private func refuse(_ draft: RatingDraft) -> ActionOutcome? {
        let wrong = RatingRules.failures(in: draft.entry)
        return wrong.isEmpty ? nil : actions.refuse(Failure(wrong, in: .rating, of: catalogue))
    }
}
