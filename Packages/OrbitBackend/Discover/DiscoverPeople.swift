import BackendRuntime
import Discover
import Foundation
import Matching
import Networking
import OrbitModels
import OrbitStore

/// `GET /discover/users`: the people suggested to the caller today, a page at a time.
struct DiscoverPeople: Operations {
    private let context: BackendContext
    // Stored properties, because each access to the shared values takes a lock.
    private let directory: CampusDirectory
    private let pages: CachedPage.Cache

    init(context: BackendContext) {
        self.context = context
        (directory, pages) = (context.directory, context.pages)
    }

    var handlers: [RouteHandler] {
        [
            RouteHandler(route: DiscoverRoutes.users, bodyLimit: BodyReader.none.limit, perform: perform)
        ]
    }

    /// A page, with its list and the inputs that it depends on.
    private struct Draft: Sendable {
        let page: DiscoverPage
        let stored: DailyList?
        let list: DailyList
        let basis: CachedPage.Basis?
        /// The position in the viewer's log.
        let position: LogPosition?
    }

    private enum Step {
        case page(Draft)
        /// The list has to be extended first.
        case search(ListSearch)
    }

    private func perform(_ call: RequestContext) async throws -> OperationResult {
        let (viewer, isAdmitted, page) = try await cached(call, directory.recentChanges)
        if let page { return page }
        if !isAdmitted { try await context.admit(call) }
        try viewer.requireProfile()
        let campus = try await directory.campus(
            viewer.campus, on: context.comparison(of: viewer.campus, on: context.day(on: viewer.campus, at: call.now)),
            in: context.store)
        for _ in 0..<3 {
            // The directory has now applied the latest changes to the campus, so a cached page may be valid again.
            if pages[Self.name(call, viewer.id)] != nil,
                let page = try await cached(call, [viewer.campus: campus.recentChanges]).page
            {
                return page
            }
            guard let draft = try await draft(call, from: campus) else { continue }
            // Most requests only read: a list is composed by the first of a day.
            if draft.list == draft.stored { return try reply(draft, to: call, of: viewer.id) }
            if try await context.commit(at: call.now, { try write(draft, call, in: $0) }) {
                return try reply(draft, to: call, of: viewer.id)
            }
        }
        throw HTTPProblem.storeUnavailable
    }

    /// Encodes the page after the read has released the store, and caches it.
    private func reply(_ draft: Draft, to call: RequestContext, of viewer: UserID) throws -> OperationResult {
        let data = try OrbitJSON.encoder.encode(draft.page)
        if let basis = draft.basis { pages[Self.name(call, viewer)] = CachedPage(data: data, basis: basis) }
        return .success(encoded: data, cache: .revalidated, at: draft.position)
    }

    private static func name(_ call: RequestContext, _ viewer: UserID) -> String {
        "\(viewer) \(call.query["limit"] ?? "") \(call.query["cursor"] ?? "")"
    }

    /// Returns the viewer, and the cached page if it is still valid.
    ///
    /// `isAdmitted` is `true` if the request changes nothing in the viewer's tokens and log. Then no write is needed to
    /// admit the request.
    private func cached(
        _ call: RequestContext, _ recentChanges: [String: CampusSnapshot.RecentChanges]
    ) async throws -> (viewer: AccountRecord, isAdmitted: Bool, page: OperationResult?) {
        try await context.store.read { reader in
            let caller = try context.caller(of: call, in: reader)
            let viewer = caller.account
            guard caller.generation <= caller.session.arrivedGeneration,
                let head = try LogHead.of(viewer.id, in: reader)
            else { return (viewer, false, nil) }
            let name = Self.name(call, viewer.id)
            guard viewer.isComplete, let recentChanges = recentChanges[viewer.campus], let page = pages[name],
                let revision = try reader.get(CampusRevision.self, viewer.campus),
                revision.change <= recentChanges.change,
                let list = try reader.get(DailyList.self, viewer.id.rawValue),
                let basis = basis(
                    of: list, head, viewer, revision, recentChanges, until: page.basis.until, now: call.now),
                page.isCurrent(basis, at: call.now, recentChanges)
            else { return (viewer, true, nil) }
            if page.basis.campus != basis.campus { pages[name] = CachedPage(data: page.data, basis: basis) }
            return (viewer, true, .success(encoded: page.data, cache: .revalidated, at: head.position))
        }
    }

    private func basis(
        of list: DailyList, _ head: LogHead?, _ viewer: AccountRecord, _ revision: CampusRevision?,
        _ recentChanges: CampusSnapshot.RecentChanges,
        until: Date, now: Date
    ) -> CachedPage.Basis? {
        let today = context.day(on: viewer.campus, at: now)
        // Around midnight the list may be of another day.
        guard let head, list.day == today, recentChanges.day == today else { return nil }
        return CachedPage.Basis(
            list: list, head: head, departures: revision?.departures ?? 0, today: today, until: until,
            campus: recentChanges.version)
    }

    /// Returns a draft of the page; `nil` if the viewer has changed the basis of the list meanwhile.
    private func draft(_ call: RequestContext, from campus: CampusSnapshot) async throws -> Draft? {
        switch try await context.store.read({ try step(call, from: campus, in: $0) }) {
        case .page(let draft): return draft
        case .search(let search):
            let found = try await search.candidates(in: context.store)
            let next = try await context.store.read { reader in
                try step(call, from: campus, extending: search.list, with: found, in: reader)
            }
            guard case .page(let draft) = next else { return nil }
            return draft
        }
    }

    /// - Parameter searched: The list for which the candidates were found.
    private func step(
        _ call: RequestContext, from campus: CampusSnapshot, extending searched: DailyList? = nil,
        with candidates: [DiversityReranker.Candidate] = [], in reader: any StoreReader
    ) throws -> Step {
        let viewer = try context.caller(of: call, in: reader).account
        let preferences = try PreferenceRecord.of(viewer.id, in: reader)
        let stored = try reader.get(DailyList.self, viewer.id.rawValue)
        var list = try DailyList(of: viewer, preferences, on: campus.comparison.day, now: call.now).kept(stored)
        let (limit, start) = (try call.pageSize(), try start(of: list, in: call))
        list.end(at: start, for: preferences)
        if list.isOpen(to: campus.recentChanges) {
            guard list == searched else {
                return .search(
                    ListSearch(list: list, viewer: viewer, preferences: preferences, campus: campus, now: call.now))
            }
            try list.extend(with: candidates, of: campus, preferences, in: reader)
        }
        var answer = DiscoverPage(
            people: LossyList([]), date: list.day, endsAt: context.endOfDay(on: viewer.campus, at: call.now))
        let hidden = try EligibilityFilter.hidden(from: viewer, preferences, on: campus.comparison, in: reader)
        func eligibility(of people: some Sequence<UserID>) throws -> EligibilityFilter {
            try EligibilityFilter(
                of: people, to: viewer, preferences, on: campus.comparison, hidden: hidden, in: reader, now: call.now)
        }
        var until = Date.distantFuture
        var next = start
        while next < list.people.count, answer.nextCursor == nil {
            // Some people on the list may not be suggested any more, so a few more than a page are read.
            let places = next..<min(list.people.count, next + limit + 5)
            next = places.upperBound
            let eligibility = try eligibility(of: list.people[places])
            until = min(until, eligibility.until)
            for place in places {
                let id = list.people[place]
                guard let suggestion = eligibility.suggestion(id) else { continue }
                guard answer.people.elements.count < limit else {
                    answer.nextCursor = ListCursor(rank: Int64(place), key: id.rawValue).text(list: list.name)
                    break
                }
                answer.people.elements.append(suggestion)
            }
        }
        if answer.nextCursor == nil {
            let resting = try SeenRecord.history(of: viewer.id, in: reader).coolingDown(on: list.day)
            let eligibility = try eligibility(of: resting.keys)
            let days = resting.filter { eligibility.admits($0.key) }.values
            answer.resting = days.min().map { RecentlyShown(people: days.count, days: $0) }
        }
        let revision = try reader.get(CampusRevision.self, viewer.campus)
        let head = try LogHead.of(viewer.id, in: reader)
        // The last page is not cached. It contains the number of people who were shown recently, and this number
        // changes with each page that the viewer sees.
        let basis =
            answer.nextCursor == nil
            ? nil : basis(of: list, head, viewer, revision, campus.recentChanges, until: until, now: call.now)
        return .page(Draft(page: answer, stored: stored, list: list, basis: basis, position: head?.position))
    }

    private func start(of list: DailyList, in call: RequestContext) throws -> Int {
        guard let text = call.query["cursor"] else { return 0 }
        guard let cursor = ListCursor(text, list: list.name) else { throw HTTPProblem.badCursor }
        return max(0, Int(clamping: cursor.rank))
    }

    /// Stores the list. Returns `false` if another request has stored a list meanwhile.
    private func write(_ draft: Draft, _ call: RequestContext, in transaction: LogTransaction) throws -> Bool {
        let (list, stored) = (draft.list, draft.stored)
        guard try transaction.get(DailyList.self, list.key) == stored else { return false }
        // A request that ends after midnight does not replace the list of the new day.
        if let stored, stored.day > list.day { return true }
        try ExposureRecord.move(
            from: stored?.day == list.day ? stored?.front ?? [] : [], to: list.front, on: list.day, in: transaction)
        try transaction.put(list)
        return true
    }
}
