import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore
import Profiles

/// A filter for the people who may be suggested to a viewer.
///
/// It admits a person if all these conditions are true:
///
/// - The viewer may see the person.
/// - The two people break no dealbreaker.
/// - The two are not matched, and have not ended a match.
/// - If they have met, both would meet again.
/// - The viewer has not declined or ignored a poke of the person recently, and has not marked the person "less like
///   this".
///
/// The filter reads the data between the viewer and all these people together. The number of store calls does not
/// depend on the number of people.
struct EligibilityFilter {
    /// A person who may be suggested.
    struct Admitted {
        let account: AccountRecord
        /// The part of the person's profile that others are compared with.
        let compared: Profile
    }

    private let mine: ComparedProfile?
    private let comparison: ComparisonContext
    /// The people who may be suggested, by id.
    private var found: [UserID: Admitted] = [:]
    /// The first instant at which the sender of a declined or ignored poke may be suggested again.
    private(set) var until = Date.distantFuture

    /// Reads which people may be suggested to the viewer.
    ///
    /// - Parameters:
    ///   - people: The people to filter.
    ///   - viewer: The person who sees the suggestions.
    ///   - preferences: The preferences of the viewer.
    ///   - comparison: The campus and the day.
    ///   - hidden: The result of ``hidden(from:_:on:in:)``, if the caller has it already.
    ///   - reader: The reader of the store.
    ///   - now: The current time.
    init(
        of people: some Sequence<UserID>, to viewer: AccountRecord, _ preferences: PreferenceRecord,
        on comparison: ComparisonContext,
        hidden: Set<UserID>? = nil, in reader: any StoreReader, now: Date
    ) throws {
        mine = ComparedProfile(viewer, on: comparison.day)
        self.comparison = comparison
        let hidden = try hidden ?? Self.hidden(from: viewer, preferences, on: comparison, in: reader)
        let near = try VisiblePeople(
            Set(people.lazy.filter { !hidden.contains($0) }), for: viewer, matches: [], in: reader
        ).accounts
        guard let mine, !near.isEmpty else { return }
        let contacts = try ContactHistory(between: viewer.id, and: near.keys.sorted(), in: reader, now: now)
        until = contacts.until
        let strangers = near.filter { contacts.admits($0.key) }
        let requirements = try reader.get(PreferenceRecord.self, all: strangers.keys.map(\.rawValue).sorted())
        let unreadable = Set(reader.quarantined.lazy.filter { $0.table == PreferenceRecord.table }.map(\.key))
        let check = DealbreakerCheck(of: mine, preferences, on: comparison)
        for (id, account) in strangers where !unreadable.contains(id.rawValue) {
            guard let theirs = ComparedProfile(account, on: comparison.day)?.shown,
                check.admits(
                    DealbreakerTraits(theirs, on: comparison),
                    requiring: CachedPerson.Requirements(requirements[id.rawValue]?.dealbreakers))
            else { continue }
            found[id] = Admitted(account: account, compared: theirs)
        }
    }

    /// Returns the people who are excluded regardless of other data: those kept apart by a rating, and those marked
    /// "less like this".
    static func hidden(
        from viewer: AccountRecord, _ preferences: PreferenceRecord, on comparison: ComparisonContext,
        in reader: any StoreReader
    ) throws -> Set<UserID> {
        try AvoidanceRecord.others(of: viewer.id, on: comparison.day, in: comparison.timeZone, reader).union(
            preferences.lessLike)
    }

    func admits(_ id: UserID) -> Bool { found[id] != nil }

    /// Returns the person as the viewer sees them, with the reasons for the suggestion; `nil` if the person is not
    /// admitted.
    func suggestion(_ id: UserID) -> Suggestion? {
        guard let admitted = found[id], let mine, let profile = admitted.account.profile else { return nil }
        // Matches would have more in common, but matches are not suggested.
        return Suggestion(
            person: Person(id: id, profile: profile.seen(by: .stranger, on: comparison.day)),
            compatibility: Compatibility(of: mine.own, with: admitted.compared, on: comparison))
    }
}
