package import Matching
package import OrbitModels
import OrbitStore

extension LogTransaction {
    /// Every list that has people as elements.
    package var listsOfPeople: [ListName] { features.listsOfPeople }

    /// Every list that contains a person again once a block is lifted.
    package var listsOfPeopleWhoReturn: [ListName] { features.listsOfPeopleWhoReturn }

    /// Finds the people who hold a person in a list of any feature.
    ///
    /// - Parameter includesQuiet: Whether they include the people who are not sent a changed profile; see
    ///   ``PeopleLists/quietHolders``.
    package func holders(of person: UserID, includingQuiet includesQuiet: Bool = false) throws -> Set<UserID> {
        try features.features.reduce(into: Set<UserID>()) { holders, feature in
            try callback("holders") { holders.formUnion(try feature.lists.holders(person, self, now)) }
            guard includesQuiet else { return }
            try callback("quiet_holders") { holders.formUnion(try feature.lists.quietHolders(person, self, now)) }
        }
    }

    /// Returns whether an owner may hold a person in a list of any feature.
    package func mayHold(_ owner: UserID, _ person: UserID) throws -> Bool {
        try features.features.contains { feature in
            try callback("may_hold") { try feature.lists.mayHold(owner, person, self, now) } ?? false
        }
    }

    /// Ends what two people have in common, as each feature does on a block between them.
    package func endOnBlock(between pair: UserPair, _ context: BackendContext) throws {
        for feature in features.features { try callback("block") { try feature.onBlock(pair, context, self) } }
    }

    /// Calls a callback of a feature, and counts an error that it throws.
    ///
    /// - Parameter name: The name of the callback in ``OperatorEvent/callbackFailed(_:)``.
    /// - Returns: The result, or `nil` if the callback has thrown an error.
    /// - Throws: Errors of the store, which has to undo the transaction.
    @discardableResult package func callback<Result>(_ name: String, _ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch {
            count(.callbackFailed(name))
            return nil
        }
    }
}
