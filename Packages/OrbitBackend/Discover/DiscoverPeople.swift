import Discover
import Networking
import OrbitModels

/// `GET /discover/users`: the people suggested to the caller today, a page at a time.
struct DiscoverPeople: Sendable {
    let context: Context

    var operation: Operation {
        Operation(route: DiscoverRoutes.users, bodyLimit: BodyReader.none.limit, perform: perform)
    }

    private func perform(_ call: Call) async throws -> Reply {
        try await context.admit(call)
        let viewer = try await context.store.read { try context.caller(of: call, in: $0).account }
        guard viewer.isComplete else { throw Refusal.profileIncomplete }
        let campus = try await context.directory.campus(
            viewer.campus, on: context.campusDay(at: call.now), in: context.store)
        // Most requests only read: the list is composed by the first of a day.
        if let reply = try await context.store.read({ try reply(to: call, from: campus, in: $0) }) { return reply }
        return try await context.store.transaction { transaction in
            try compose(for: call, from: campus, in: transaction)
            guard let reply = try reply(to: call, from: campus, in: transaction) else { throw Refusal.internalFailure }
            return reply
        }
    }

    /// `nil` if the list must be composed or extended first.
    private func reply(to call: Call, from campus: KnownCampus, in reader: any StoreReader) throws -> Reply? {
        let viewer = try context.caller(of: call, in: reader).account
        let taste = try TasteRecord.of(viewer.id, in: reader)
        let empty = DailyList(of: viewer, taste, on: campus.scale.day)
        guard let list = try DailyList.kept(empty, in: reader), list.isUpToDate(with: campus) else { return nil }

        let limit = try call.pageSize()
        let start = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list.name) else { throw Refusal.badCursor }
            return max(0, Int(clamping: cursor.rank))
        }
        let admission = try Admission(viewer, taste, on: campus.scale, in: reader)
        var page: [Suggestion] = []
        for (place, id) in list.people.enumerated().dropFirst(start ?? 0) {
            guard let suggestion = try admission.suggestion(id) else { continue }
            guard page.count < limit else {
                let next = ListCursor(rank: Int64(place), key: id.rawValue).text(list: list.name)
                return try answer(DiscoverPage(people: LossyList(page), nextCursor: next))
            }
            page.append(suggestion)
        }
        let resting = try resting(from: viewer, admission, on: list.day, in: reader)
        return try answer(DiscoverPage(people: LossyList(page), resting: resting))
    }

    private func answer(_ page: DiscoverPage) throws -> Reply { try .success(page, cache: .revalidated) }

    private func compose(for call: Call, from campus: KnownCampus, in transaction: any StoreTransaction) throws {
        let viewer = try context.caller(of: call, in: transaction).account
        try Sweep.run(in: transaction, now: call.now)
        let taste = try TasteRecord.of(viewer.id, in: transaction)
        let front = ExposureCap.standard.front
        let before = try transaction.get(DailyList.self, viewer.id.rawValue)
        let empty = DailyList(of: viewer, taste, on: campus.scale.day)
        var list = try DailyList.kept(empty, in: transaction) ?? empty
        guard !list.isUpToDate(with: campus) else { return }  // another request was faster
        // The front that it takes the place of is counted no more.
        let oldFront = before?.day == list.day ? before?.people.prefix(front) ?? [] : []
        try ExposureRecord.move(from: oldFront, to: [], on: list.day, in: transaction)
        try list.extend(for: viewer, taste, from: campus, in: transaction)
        try ExposureRecord.move(from: [], to: list.people.prefix(front), on: list.day, in: transaction)
        try transaction.put(list)
    }

    private func resting(
        from viewer: AccountRecord, _ admission: Admission, on day: CalendarDay, in reader: any StoreReader
    ) throws -> Resting? {
        let resting = try SeenRecord.ledger(of: viewer.id, in: reader).resting(on: day)
            .filter { try admission.account($0.key) != nil }
        return resting.values.min().map { Resting(people: resting.count, days: $0) }
    }
}
