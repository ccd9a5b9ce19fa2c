import Discover
import Networking
import OrbitModels
import Profiles
import Validation

/// `GET /discover/users`: the other people on the caller's campus, best first, a page at a time.
struct DiscoverPeople: Sendable {
    private static let pageSizes = 1...100
    private static let usualPageSize = 20

    let context: Context

    var operation: Operation { context.signedInReading(DiscoverRoutes.users, perform: perform) }

    private func perform(_ reader: any StoreReader, _ call: Call, _ caller: Caller) throws -> Reply {
        let query = call.query
        let cursor = try query["cursor"].map(cursor)
        let limit = try query["limit"].map(pageSize) ?? Self.usualPageSize
        guard caller.account.isComplete else { throw Self.profileIncomplete }

        let interests = Set(caller.account.profile?.interests ?? [])
        let accounts = try reader.list(
            AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: caller.account.campus))
        var ranked: [(place: SharedInterests, index: Int)] = []
        for (index, account) in accounts.enumerated() where account.isVisible(to: caller.account) {
            // Interests that are not shown do not count: their number would tell of them.
            let theirs = account.profile.map { $0.isShown(.interests, to: .stranger) ? $0.interests : [] } ?? []
            let place = SharedInterests(of: account.id, with: theirs, and: interests)
            if let cursor, place <= cursor.last { continue }
            ranked.append((place, index))
        }
        ranked.sort { $0.place < $1.place }

        let page = ranked.prefix(limit)
        let day = context.campusDay(at: call.now)
        let next = ranked.count > limit ? page.last.map { DiscoverCursor(last: $0.place).text } : nil
        let people = LossyList(page.compactMap { accounts[$0.index].publicView(on: day) })
        return try .success(DiscoverPage(people: people, nextCursor: next), cache: .revalidated)
    }

    private func cursor(_ text: String) throws -> DiscoverCursor {
        guard let cursor = DiscoverCursor(text) else {
            throw Refusal.invalidInput(
                [FieldFailure(path: "cursor", code: .malformed)], "Load the list again from the beginning.")
        }
        return cursor
    }

    /// Numbers out of range are taken to the nearest that lies inside.
    private func pageSize(_ text: String) throws -> Int {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Refusal.invalidInput(
                [FieldFailure(path: "limit", code: .malformed)], "Ask for a whole number of people.")
        }
        let number = Int(text) ?? (text.hasPrefix("-") ? .min : .max)
        return min(max(number, Self.pageSizes.lowerBound), Self.pageSizes.upperBound)
    }

    private static let profileIncomplete = Refusal(
        403, .profileIncomplete, "Complete your profile first: those who look are also seen.")
}
