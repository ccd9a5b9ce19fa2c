import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore
import Profiles

/// Decides which of some people may be suggested to a viewer: people they may see, if no dealbreaker of either is
/// broken, the two are no match and have not parted, both would meet again if they have met, and the viewer has said
/// neither no nor "less like this". It reads what there is between the viewer and all of them at once: a number of
/// store calls that does not depend on how many they are.
struct Admission {
    /// A person who may be suggested.
    struct Admitted {
        let account: AccountRecord
        /// What may be known of them.
        let compared: Profile
    }

    private let mine: ComparedProfile?
    private let scale: CampusScale
    /// Those who may be suggested.
    private var found: [UserID: Admitted] = [:]
    /// When the first of them who were put away may be suggested again.
    private(set) var until = Date.distantFuture

    /// - Parameter hidden: of the viewer, if it is known already; see ``hidden(from:_:on:in:)``.
    init(
        of people: some Sequence<UserID>, to viewer: AccountRecord, _ taste: TasteRecord, on scale: CampusScale,
        hidden: Set<UserID>? = nil, in reader: any StoreReader, now: Date
    ) throws {
        mine = ComparedProfile(viewer, on: scale.day)
        self.scale = scale
        let hidden = try hidden ?? Self.hidden(from: viewer, taste, on: scale, in: reader)
        let near = try VisiblePeople(
            Set(people.lazy.filter { !hidden.contains($0) }), for: viewer, matches: [], in: reader
        ).accounts
        guard let mine, !near.isEmpty else { return }
        let relations = try Relations(between: viewer.id, and: near.keys.sorted(), in: reader, now: now)
        until = relations.until
        let strangers = near.filter { relations.admits($0.key) }
        let tastes = try reader.get(TasteRecord.self, all: strangers.keys.map(\.rawValue).sorted())
        let unreadable = Set(reader.setAside.lazy.filter { $0.table == TasteRecord.table }.map(\.key))
        let check = DealbreakerCheck(of: mine, taste, on: scale)
        for (id, account) in strangers where !unreadable.contains(id.rawValue) {
            guard let theirs = ComparedProfile(account, on: scale.day)?.shown,
                check.admits(
                    DealbreakerTraits(theirs, on: scale),
                    asking: KnownPerson.Asks(tastes[id.rawValue]?.dealbreakers))
            else { continue }
            found[id] = Admitted(account: account, compared: theirs)
        }
    }

    /// Those who are not suggested whatever else there is between the two.
    static func hidden(
        from viewer: AccountRecord, _ taste: TasteRecord, on scale: CampusScale, in reader: any StoreReader
    ) throws -> Set<UserID> {
        try ApartRecord.others(of: viewer.id, on: scale.day, in: scale.timeZone, reader).union(taste.lessLike)
    }

    func admits(_ id: UserID) -> Bool { found[id] != nil }

    /// The person as the viewer sees them, and why they are suggested.
    func suggestion(_ id: UserID) -> Suggestion? {
        guard let admitted = found[id], let mine, let profile = admitted.account.profile else { return nil }
        // Of matches it would be more, but they are not suggested.
        return Suggestion(
            person: Person(id: id, profile: profile.seen(by: .stranger, on: scale.day)),
            compatibility: Compatibility(of: mine.own, with: admitted.compared, on: scale))
    }
}
