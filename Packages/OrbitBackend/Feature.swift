import Foundation
import OrbitModels

/// What a feature adds to the backend. Each says so in its own folder.
struct Feature: Sendable {
    /// What responds to its routes.
    let operations: [any Operations.Type]
    /// Its records that ``Sweep`` removes when their time has come.
    var expiring: [any ExpiringRecord.Type] = []
    /// Its lists in which other people stand.
    var listsOfPeople: [ListName] = []
    /// Those who have a person in one of these lists now, and so are told when the person's profile changes.
    var holders: @Sendable (_ person: UserID, any StoreReader, _ now: Date) throws -> [UserID] = { _, _, _ in [] }

    static let all = [
        auth,
        profiles,
        discover,
        connections,
        events,
    ]
}

extension [ListName] {
    /// Every list in which other people stand.
    static let ofPeople = Feature.all.flatMap(\.listsOfPeople)
}
