import Foundation
import Matching
import OrbitModels
import OrbitStore

/// What a feature adds to the backend. Each says so in its own folder.
struct Feature: Sendable {
    /// What responds to its routes.
    let operations: [any Operations.Type]
    /// Its records that ``Sweep`` removes when their time has come.
    var expiring: [any ExpiringRecord.Type] = []
    /// Its other records. Each says of itself what it has to do with people; see ``PersonalData``.
    var records: [any BackendRecord.Type] = []
    /// Its lists in which other people stand.
    var listsOfPeople: [ListName] = []
    /// Those of them in which people stand again once a block between the two is lifted.
    var listsOfPeopleWhoReturn: [ListName] = []
    /// Those who have a person in one of these lists now, and so are told when the person's profile changes.
    var holders: @Sendable (_ person: UserID, any StoreReader, _ now: Date) throws -> [UserID] = { _, _, _ in [] }
    /// Those who have a person in one of these lists beside the holders: they are told that the person is away or back, not
    /// of a changed profile.
    var quietHolders: @Sendable (_ person: UserID, any StoreReader, _ now: Date) throws -> [UserID] = { _, _, _ in [] }

    /// Whether a person may have another in one of these lists: on a device, as far as the store knows. Takes a bounded
    /// number of store calls.
    var mayHold: @Sendable (_ owner: UserID, _ person: UserID, any StoreReader, _ now: Date) throws -> Bool = {
        _, _, _, _ in false
    }

    /// Those of its records that time alone changes.
    var due: [any DueRecord.Type] = []
    /// Ends what two people have in common, in the transaction of the block between them: a bounded number of records.
    var part: @Sendable (UserPair, Context, LogTransaction) throws -> Void = { _, _, _ in }
    /// Those of its records that are work left to do.
    var jobs: [any Job.Type] = []

    static let all = [
        auth,
        profiles,
        discover,
        connections,
        meetups,
        calendar,
        reputation,
        safety,
        reports,
        account,
        events,
    ]
}

extension Feature {
    /// Every table that the backend keeps.
    static let tables: [any BackendRecord.Type] = all.flatMap { $0.expiring + $0.records }
    /// Every table of what ``Sweep`` removes.
    static let expiring: [any ExpiringRecord.Type] = all.flatMap(\.expiring)
    /// Every table of what ``DueWork`` settles.
    static let due: [any DueRecord.Type] = all.flatMap(\.due)
    /// Every table of work that is left to do, in the order in which it is done.
    static let jobs: [any Job.Type] = all.flatMap(\.jobs)
}

extension [ListName] {
    /// Every list in which other people stand.
    static let ofPeople = Feature.all.flatMap(\.listsOfPeople)
    /// Every list in which other people stand again once a block is lifted.
    static let ofPeopleWhoReturn = Feature.all.flatMap(\.listsOfPeopleWhoReturn)
}
