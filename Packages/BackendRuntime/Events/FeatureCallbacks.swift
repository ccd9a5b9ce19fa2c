package import Matching
package import OrbitModels
import OrbitStore

/// A search for the holders of a person that an added feature has failed. A job keeps it until it is made up for.
package enum MissedHolders: String, Codable, Sendable {
    /// The job tells the holders that are known, and searches again after them.
    case noted
    /// The job searches again, for the holders in lists of added features alone.
    case sought
}

extension LogTransaction {
    /// Every list that has people as elements.
    package var listsOfPeople: [ListName] { features.listsOfPeople }

    /// Every list that contains a person again once a block is lifted.
    package var listsOfPeopleWhoReturn: [ListName] { features.listsOfPeopleWhoReturn }

    /// Finds the people who hold a person in a list of any feature.
    ///
    /// - Parameters:
    ///   - includesQuiet: Whether they include the people who are not sent a changed profile; see
    ///     ``PeopleLists/quietHolders``.
    ///   - missed: Becomes `.noted` if an added feature throws an error: its holders are missing. While it is `.sought`,
    ///     only those are found whom the lists of added features alone have.
    /// - Throws: Errors, but for those of an added feature while nothing is sought.
    package func holders(
        of person: UserID, includingQuiet includesQuiet: Bool = false, missed: inout MissedHolders?
    ) throws -> Set<UserID> {
        func find(_ feature: Feature) throws -> [UserID] {
            try feature.lists.holders(person, self, now)
                + (includesQuiet ? feature.lists.quietHolders(person, self, now) : [])
        }
        var holders = Set(try features.own.flatMap(find))
        if missed == .sought { return Set(try features.added.flatMap(find)).subtracting(holders) }
        for feature in features.added {
            if let found = try callback("holders", { try find(feature) }) {
                holders.formUnion(found)
            } else {
                missed = .noted
            }
        }
        return holders
    }

    /// Returns whether an owner may hold a person in a list of any feature; `true` if an added feature throws an error.
    ///
    /// So the owner is told that the person is hidden, which is safer than that they are not.
    package func mayHold(_ owner: UserID, _ person: UserID) throws -> Bool {
        try features.own.contains { try $0.lists.mayHold(owner, person, self, now) }
            || features.added.contains { feature in
                try callback("may_hold") { try feature.lists.mayHold(owner, person, self, now) } ?? true
            }
    }

    /// Ends what two people have in common, as each feature does on a block between them.
    ///
    /// What an added feature has written before it throws an error stays written.
    package func endOnBlock(between pair: UserPair, _ context: BackendContext) throws {
        for feature in features.own { try feature.onBlock(pair, context, self) }
        for feature in features.added { try callback("block") { try feature.onBlock(pair, context, self) } }
    }

    /// Calls a callback of an added feature, and counts an error that it throws.
    ///
    /// - Parameter name: The name of the callback in ``OperatorEvent/callbackFailed(_:)``.
    /// - Returns: The result, or `nil` if the callback has thrown an error.
    /// - Throws: Errors that are not of records, such as a lost connection: the store has to undo the transaction.
    @discardableResult private func callback<Result>(_ name: String, _ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error where error.isOfRecords {
            count(.callbackFailed(name))
            return nil
        }
    }
}
