import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The people suggested today, a page at a time.
///
/// ```swift
/// await discover.load()
/// if discover.people == .empty { print(discover.resting?.phrase ?? "No one new today.") }
/// for suggestion in discover.people.value ?? [] {
///     print(suggestion.person.profile.name, suggestion.compatibility?.reasons.map(\.phrase) ?? [])
/// }
/// ```
@MainActor @Observable public final class DiscoverViewModel {
    /// Who else there would be, had they not been shown lately; known once the list has been read to its end.
    public private(set) var resting: Resting?
    /// The last person whom somebody wanted to see less of: what an *Undo* brings back.
    public private(set) var hidden: Suggestion?
    /// What went wrong last with hiding somebody, until the next attempt.
    public private(set) var failure: Failure?

    private let service: DiscoverService
    private let pageSize: Int
    /// Shown, and not yet noted by the server.
    @ObservationIgnored private var unnoted: Set<UserID> = []
    @ObservationIgnored private var noted: Set<UserID> = []
    @ObservationIgnored private lazy var list = PagedList(of: \Suggestion.id) { [weak self] cursor in
        guard let self else { throw CancellationError() }
        return try await self.page(after: cursor)
    }

    public init(service: DiscoverService, pageSize: Int = 20) {
        self.service = service
        self.pageSize = pageSize
    }

    /// Everyone loaded so far, in the order of the day's list.
    public var people: LoadState<[Suggestion]> { list.items }
    /// How many could not be read and are left out.
    public var unreadableCount: Int { list.unreadableCount }
    public var hasMore: Bool { list.hasMore }

    /// Loads the first page, or loads it again: a refresh always asks the server.
    public func load() async {
        noted = []
        await list.load()
    }

    /// Loads the page after the last, if there is one. Begins anew if today's list is not that of before.
    public func loadMore() async {
        await list.loadMore()
    }

    /// Tells the server who was on the screen, so that they rest from tomorrow on. What it could not be told goes
    /// along the next time.
    public func noteSeen(_ people: some Sequence<UserID>) async {
        unnoted.formUnion(Set(people).subtracting(noted))
        while !unnoted.isEmpty {
            let batch = Array(unnoted.sorted().prefix(SeenRequest.mostPeople))
            do {
                try await service.noteSeen(batch)
            } catch {
                return  // seeing someone once more tomorrow is no failure to tell anybody of
            }
            noted.formUnion(batch)
            unnoted.subtract(batch)
        }
    }

    /// Suggests this person no more, and those who are like them later.
    public func showLess(like id: UserID) async {
        guard let suggestion = people.value?.first(where: { $0.id == id }) else { return }
        list.hide(id)
        hidden = suggestion
        await attempt {
            try await service.showLess(like: id)
        } otherwise: {
            list.unhide(id)
            if hidden?.id == id { hidden = nil }
        }
    }

    /// Brings ``hidden`` back.
    public func undoShowLess() async {
        guard let suggestion = hidden else { return }
        list.unhide(suggestion.id)
        hidden = nil
        await attempt {
            try await service.takeBackLess(like: suggestion.id)
        } otherwise: {
            list.hide(suggestion.id)
            hidden = suggestion
        }
    }

    /// Takes someone off the list, such as a new match.
    public func remove(_ id: UserID) { list.remove(of: id) }

    /// Leaves someone out, until they are shown again.
    package func hide(_ id: UserID) { list.hide(id) }

    package func unhide(_ id: UserID) { list.unhide(id) }

    private func attempt(_ action: () async throws -> Void, otherwise undo: () -> Void) async {
        failure = nil
        do {
            try await action()
        } catch {
            undo()
            if !(error is CancellationError) { failure = Failure(error) }
        }
    }

    private func page(after cursor: String?) async throws -> PagedList<Suggestion>.Page {
        do {
            return page(try await service.people(after: cursor, limit: pageSize))
        } catch let error as APIError where cursor != nil && error.saysCursorIsOutdated {
            var page = page(try await service.people(limit: pageSize))
            page.startsOver = true
            return page
        }
    }

    private func page(_ page: DiscoverPage) -> PagedList<Suggestion>.Page {
        .init(page.people, nextCursor: page.nextCursor) { [weak self] in self?.resting = page.resting }
    }
}

extension APIError {
    /// A new day has begun, or what the list is made of has changed.
    fileprivate var saysCursorIsOutdated: Bool {
        problem?.code == .invalidInput && problem?.fields.contains { $0.path == "cursor" } == true
    }
}
