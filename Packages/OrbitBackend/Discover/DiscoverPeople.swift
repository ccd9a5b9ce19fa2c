import Discover
import Networking
import OrbitModels
import Profiles

/// `GET /discover/users`: the other people on the caller's campus, best first, a page at a time.
struct DiscoverPeople: Sendable {
    let context: Context

    var operation: Operation { context.signedInReading(DiscoverRoutes.users, perform: perform) }

    private func perform(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let cursor = try call.query["cursor"].map(cursor)
        let limit = try call.pageSize()
        guard caller.account.isComplete else { throw Refusal.profileIncomplete }

        let interests = Set(caller.account.profile?.interests ?? [])
        let accounts = try reader.list(
            AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: caller.account.campus))
        var ranked: [(place: SharedInterests, index: Int)] = []
        let visibility = try Visibility(of: caller.account, in: reader)
        for (index, account) in accounts.enumerated() where visibility.includes(account) {
            // Interests that are not shown do not count: their number would tell of them.
            let isShown = account.profile?.isShown(.interests, to: visibility.viewer(of: account)) == true
            let theirs = isShown ? account.profile?.interests ?? [] : []
            let place = SharedInterests(of: account.id, with: theirs, and: interests)
            if let cursor, place <= cursor.last { continue }
            ranked.append((place, index))
        }
        ranked.sort { $0.place < $1.place }

        let page = ranked.prefix(limit)
        let day = context.campusDay(at: call.now)
        let next = ranked.count > limit ? page.last.map { DiscoverCursor(last: $0.place).text } : nil
        let people = LossyList(page.compactMap { visibility.person(accounts[$0.index], on: day) })
        return try .success(DiscoverPage(people: people, nextCursor: next), cache: .revalidated)
    }

    private func cursor(_ text: String) throws -> DiscoverCursor {
        guard let cursor = DiscoverCursor(text) else { throw Refusal.badCursor }
        return cursor
    }
}
