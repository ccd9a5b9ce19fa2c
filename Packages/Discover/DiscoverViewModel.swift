import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
public import TimeAndChance

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
    /// The day on the campus's calendar.
    public private(set) var day: CalendarDay?
    /// The people marked "less like this", the latest first.
    public let lessLiked: PagedList<Person>
    /// What went wrong last with "less like this", until the next attempt.
    public private(set) var failure: Failure?

    private let service: DiscoverService
    private let time: any TimeSource
    private let pageSize: Int
    private var endsAt: Date?
    private var lastHidden: PagedList<Suggestion>.Placed?
    /// What the server has not heard yet.
    private var wishes: [UserID: Wish] = [:]
    @ObservationIgnored private var messengers: [UserID: Task<Void, Never>] = [:]
    /// Shown, and not yet noted by the server.
    @ObservationIgnored private var unnoted: Set<UserID> = []
    @ObservationIgnored private var noted: Set<UserID> = []
    @ObservationIgnored private lazy var list = PagedList(of: \Suggestion.id) { [weak self] cursor in
        guard let self else { throw CancellationError() }
        return try await self.page(after: cursor)
    }

    /// Whether one wants to see less of somebody.
    private struct Wish {
        let isLess: Bool
        /// Where they stand in the list, if that is known.
        let place: PagedList<Suggestion>.Placed?
    }

    public init(service: DiscoverService, time: any TimeSource = SystemClock(), pageSize: Int = 20) {
        self.service = service
        self.time = time
        self.pageSize = pageSize
        lessLiked = PagedList(of: \.id) { _ in .init(try await service.lessLiked(), nextCursor: nil) }
    }

    /// Everyone loaded so far, in the order of the day's list.
    public var people: LoadState<[Suggestion]> { list.items }
    /// How many could not be read and are left out.
    public var unreadableCount: Int { list.unreadableCount }
    public var hasMore: Bool { list.hasMore }

    /// Whether a new day has begun on campus since: load again.
    public var isOutdated: Bool { endsAt.map { time.date >= $0 } ?? false }

    /// The last person whom somebody wanted to see less of: what an *Undo* brings back.
    public var hidden: Suggestion? { lastHidden?.element }

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
        guard people.value?.contains(where: { $0.id == id }) == true, let place = list.place(of: id) else { return }
        lastHidden = place
        await tell(Wish(isLess: true, place: place), of: id)
    }

    /// Brings ``hidden`` back.
    public func undoShowLess() async {
        guard let place = lastHidden else { return }
        lastHidden = nil
        list.putBack(place)
        await tell(Wish(isLess: false, place: place), of: place.element.id)
    }

    /// Takes somebody off ``lessLiked``, so that they may be suggested again.
    public func takeBack(_ id: UserID) async {
        guard hidden?.id != id else { return await undoShowLess() }
        await tell(Wish(isLess: false, place: nil), of: id)
        if failure == nil { await reload() }
    }

    /// Takes someone off the list, such as a new match.
    public func remove(_ id: UserID) {
        wish(nil, of: id)
        if hidden?.id == id { lastHidden = nil }
        list.remove(of: id)
    }

    /// Loads again what was loaded before.
    package func reload() async {
        if case .idle = people { return }
        await load()
    }

    /// Leaves someone out while they are being blocked.
    package func hide(_ id: UserID) {
        if hidden?.id == id { lastHidden = nil }
        list.hide(id)
        lessLiked.hide(id)
    }

    package func unhide(_ id: UserID) {
        list.unhide(id)
        lessLiked.unhide(id)
    }

    /// Takes out someone who was blocked.
    package func forget(_ id: UserID) {
        remove(id)
        lessLiked.remove(of: id)
    }

    /// Shows what is wanted, and returns once the server has heard it or has refused.
    ///
    /// It goes on if the caller is cancelled: a request that is broken off may have arrived or not.
    private func tell(_ wish: Wish, of id: UserID) async {
        failure = nil
        self.wish(wish, of: id)
        let messenger = messengers[id] ?? Task { await bringMessages(of: id) }
        messengers[id] = messenger
        await messenger.value
    }

    private func wish(_ wish: Wish?, of id: UserID) {
        let before = wishes.removeValue(forKey: id)
        wishes[id] = wish
        if wish?.isLess == true { list.hide(id) }
        if wish?.isLess == false { lessLiked.hide(id) }
        if before?.isLess == true { list.unhide(id) }
        if before?.isLess == false { lessLiked.unhide(id) }
    }

    /// One request at a time, so that what is wanted last is heard last.
    private func bringMessages(of id: UserID) async {
        while let sent = wishes[id] {
            do {
                if sent.isLess {
                    try await service.showLess(like: id)
                } else {
                    try await service.takeBackLess(like: id)
                }
                guard let wish = wishes[id], wish.isLess == sent.isLess else { continue }
                noteHeard(wish, of: id)
            } catch {
                guard let wish = wishes[id], wish.isLess == sent.isLess else { continue }
                noteRefused(wish, of: id)
                if !(error is CancellationError) { failure = Failure(error) }
            }
            wish(nil, of: id)
        }
        messengers[id] = nil
    }

    private func noteHeard(_ wish: Wish, of id: UserID) {
        if wish.isLess {
            list.remove(of: id)
            if let place = wish.place { lessLiked.add(place.element.person) }
        } else {
            lessLiked.remove(of: id)
            if let place = wish.place { list.putBack(place) }  // a page that was on its way may not name them
        }
    }

    private func noteRefused(_ wish: Wish, of id: UserID) {
        if wish.isLess {
            if hidden?.id == id { lastHidden = nil }
        } else if let place = wish.place {
            list.remove(of: id)
            lastHidden = lastHidden ?? place
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
        .init(page.people, nextCursor: page.nextCursor) { [weak self] in
            guard let self else { return }
            (day, endsAt, resting) = (page.date, page.endsAt, page.resting)
        }
    }
}

extension APIError {
    /// A new day has begun, or what the list is made of has changed.
    fileprivate var saysCursorIsOutdated: Bool {
        problem?.code == .invalidInput && problem?.fields.contains { $0.path == "cursor" } == true
    }
}
