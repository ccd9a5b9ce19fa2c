import Foundation
public import Matching
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The people suggested today, loaded in pages.
///
/// ```swift
/// await discover.load()
/// if discover.people.items == .empty { print(discover.resting?.phrase ?? "No new people today.") }
/// for suggestion in discover.people.items.value ?? [] {
///     print(suggestion.person.profile.name, suggestion.compatibility?.reasons.map(\.phrase) ?? [])
/// }
/// ```
@MainActor @Observable public final class DiscoverViewModel {
    /// The suggestions in the order of the day's list.
    public let people: PagedList<Suggestion>
    /// The people marked "less like this", the latest first.
    public let negativeFeedback: PagedList<Person>
    /// The people left out because they were shown recently; known after the last page was loaded.
    public var resting: RecentlyShown? { day.resting }
    /// The day on the campus's calendar.
    public var date: CalendarDay? { day.date }

    private let service: DiscoverService
    private let log: EventLog
    private let actions: ActionRunner<UserID>
    private let day: SuggestedDay
    private var lastMarkedID: UserID?
    /// The people who were shown and not reported to the server yet.
    @ObservationIgnored private var unnoted: Set<UserID> = []
    @ObservationIgnored private var noted: Set<UserID> = []

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: DiscoverService, log: EventLog, pageSize: Int = 20) {
        self.service = service
        self.log = log
        actions = ActionRunner(log: log)
        let day = SuggestedDay()
        self.day = day
        people = PagedList(.suggestions, on: log) { cursor in
            do {
                return day.page(try await service.people(after: cursor, limit: pageSize))
            } catch let error as APIError where cursor != nil && error.saysCursorIsOutdated {
                var page = day.page(try await service.people(limit: pageSize))
                page.startsOver = true
                return page
            }
        }
        negativeFeedback = PagedList(.negativeFeedback, on: log) { _ in try await service.negativeFeedback() }
        // No event announces the list of a new day.
        log.storage.add(people, as: "suggestions", reloads: true)
        log.storage.add(negativeFeedback, as: "negative_feedback")
    }

    /// Whether a new day has begun on campus, so that the list has to be loaded again.
    public var isOutdated: Bool { day.endsAt.map { log.clock.now(changingAt: [$0]) >= $0 } ?? false }

    /// The most recent failure of "less like this", until the next attempt.
    public var failure: Failure? { actions.failure }

    /// The last person marked "less like this". An *Undo* restores this person.
    public var lastMarked: Suggestion? { people.concealed.first { $0.id == lastMarkedID } }

    /// Loads the list from its first page. Always sends a request.
    public func load() async {
        noted = []
        await people.load()
    }

    /// Loads the next page, if there is one. Loads the first page instead if the list of a new day has replaced this
    /// list.
    public func loadMore() async { await people.loadMore() }

    /// Reports the people on the screen to the server, so that they are left out of the list from tomorrow on. People
    /// whose report failed are included in the next report.
    ///
    /// - Parameter people: Any number of people. They are sent in requests of at most 100.
    public func noteSeen(_ people: some Sequence<UserID>) async {
        unnoted.formUnion(Set(people).subtracting(noted))
        while !unnoted.isEmpty {
            let batch = Array(unnoted.sorted().prefix(SeenRequest.maxPeople))
            do {
                try await service.noteSeen(batch, key: log.newKey())
            } catch {
                return  // seeing a person once more tomorrow is not a failure worth showing
            }
            noted.formUnion(batch)
            unnoted.subtract(batch)
        }
    }

    /// Stops suggesting this person, and ranks similar people lower. Actions on the same person are sent in order.
    ///
    /// - Returns: The outcome; `skipped` if the person is not in the list.
    @discardableResult
    public func showLess(like id: UserID) async -> ActionOutcome {
        guard let person = people.known.first(where: { $0.id == id })?.person else { return .skipped }
        lastMarkedID = id
        return await actions.enqueue(id, expecting: [.lessLikeAdded(person)]) { [service] key in
            try await service.showLess(like: id, key: key)
            return [.lessLikeAdded(person)]
        }
    }

    /// Removes the mark from ``lastMarked``, so that the person is shown again.
    ///
    /// - Returns: The outcome; `skipped` if no person is marked.
    @discardableResult
    public func undoShowLess() async -> ActionOutcome {
        guard let id = lastMarked?.id else { return .skipped }
        lastMarkedID = nil
        let outcome = await undoShowLess(like: id)
        if outcome.failure != nil { lastMarkedID = lastMarkedID ?? id }
        return outcome
    }

    /// Removes a person from ``negativeFeedback``, so that they may be suggested again.
    @discardableResult
    public func removeNegativeFeedback(for id: UserID) async -> ActionOutcome {
        await lastMarked?.id == id ? undoShowLess() : undoShowLess(like: id)
    }

    private func undoShowLess(like id: UserID) async -> ActionOutcome {
        await actions.enqueue(id, expecting: [.lessLikeRemoved(id)]) { [service] key in
            try await service.undoShowLess(like: id, key: key)
            return [.lessLikeRemoved(id)]
        }
    }
}

extension APIError {
    /// Whether the server rejected the cursor, because a new day has begun or the input of the list has changed.
    fileprivate var saysCursorIsOutdated: Bool {
        problem?.code == .invalidInput && problem?.fields.contains { $0.path == "cursor" } == true
    }
}

/// The values of a page of suggestions apart from the people.
@MainActor @Observable private final class SuggestedDay {
    var resting: RecentlyShown?
    var date: CalendarDay?
    var endsAt: Date?

    func page(_ response: Response<DiscoverPage>) -> ListPage<Suggestion> {
        let page = response.value
        return ListPage(page.people, nextCursor: page.nextCursor, at: response.receipt?.at) { [weak self] in
            self?.resting = page.resting
            self?.date = page.date
            self?.endsAt = page.endsAt
        }
    }
}
