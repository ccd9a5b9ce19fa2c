import Discover
import Matching
import Networking
import OrbitModels

/// `GET /discover/users`: the people suggested to the caller today, a page at a time.
struct DiscoverPeople: Operations {
    let context: Context

    var handlers: [RouteHandler] {
        [
            RouteHandler(route: DiscoverRoutes.users, bodyLimit: BodyReader.none.limit, perform: perform)
        ]
    }

    /// A response, and the list that it is a page of.
    private struct Draft {
        let reply: OperationResult
        let stored: DailyList?
        let list: DailyList
    }

    private func perform(_ call: RequestContext) async throws -> OperationResult {
        try await context.admit(call)
        let viewer = try await context.store.read { try context.caller(of: call, in: $0).account }
        guard viewer.isComplete else { throw HTTPProblem.profileIncomplete }
        let campus = try await context.directory.campus(
            viewer.campus, on: context.day(on: viewer.campus, at: call.now), context.timeZone(of: viewer.campus),
            in: context.store)
        for _ in 0..<3 {
            let page = try await context.store.read { try self.page(call, from: campus, in: $0) }
            // Most requests only read: a list is composed by the first of a day.
            if page.list == page.stored { return page.reply }
            if try await context.commit(at: call.now, { try write(page, call, in: $0) }) { return page.reply }
        }
        throw HTTPProblem.storeUnavailable
    }

    private func page(_ call: RequestContext, from campus: KnownCampus, in reader: any StoreReader) throws -> Draft {
        let viewer = try context.caller(of: call, in: reader).account
        let taste = try TasteRecord.of(viewer.id, in: reader)
        let stored = try reader.get(DailyList.self, viewer.id.rawValue)
        var list = try DailyList(of: viewer, taste, on: campus.scale.day).kept(stored)
        let (limit, start) = (try call.pageSize(), try start(of: list, in: call))
        let admission = Admission(viewer, taste, on: campus.scale, in: reader, now: call.now)
        try list.extend(for: viewer, taste, from: start, of: campus, admission, in: reader)

        var answer = DiscoverPage(
            people: LossyList([]), date: list.day, endsAt: context.endOfDay(on: viewer.campus, at: call.now))
        for (place, id) in list.people.enumerated().dropFirst(start) {
            guard let suggestion = try admission.suggestion(id) else { continue }
            guard answer.people.elements.count < limit else {
                answer.nextCursor = ListCursor(rank: Int64(place), key: id.rawValue).text(list: list.name)
                break
            }
            answer.people.elements.append(suggestion)
        }
        if answer.nextCursor == nil {
            answer.resting = try resting(from: viewer, admission, on: list.day, in: reader)
        }
        let reply = try OperationResult.success(answer, cache: .revalidated).read(for: viewer.id, in: reader)
        return Draft(reply: reply, stored: stored, list: list)
    }

    private func start(of list: DailyList, in call: RequestContext) throws -> Int {
        guard let text = call.query["cursor"] else { return 0 }
        guard let cursor = ListCursor(text, list: list.name) else { throw HTTPProblem.badCursor }
        return max(0, Int(clamping: cursor.rank))
    }

    /// Returns `false` if another request was faster.
    private func write(_ page: Draft, _ call: RequestContext, in transaction: LogTransaction) throws -> Bool {
        let (list, stored) = (page.list, page.stored)
        guard try transaction.get(DailyList.self, list.key) == stored else { return false }
        // A request that comes late over midnight leaves the new day's list alone.
        if let stored, stored.day > list.day { return true }
        try Sweep.run(in: transaction, now: call.now)
        try ExposureRecord.move(
            from: stored?.day == list.day ? stored?.front ?? [] : [], to: list.front, on: list.day, in: transaction)
        try transaction.put(list)
        return true
    }

    private func resting(
        from viewer: AccountRecord, _ admission: Admission, on day: CalendarDay, in reader: any StoreReader
    ) throws -> Resting? {
        let resting = try SeenRecord.ledger(of: viewer.id, in: reader).resting(on: day)
            .filter { try admission.admitted($0.key) != nil }
        return resting.values.min().map { Resting(people: resting.count, days: $0) }
    }
}
