package import Matching
package import OrbitModels
import OrbitStore

/// The added features whose callback has failed to find the holders of a person. A job stores these features until it
/// has also notified the holders that they find.
///
/// The first pass of the job notifies the holders that all features find. Each later pass calls the added features that
/// failed in the previous pass, and notifies the holders that they find. It leaves out the holders that the features of
/// Orbit find. A feature that fails again therefore does not delay the other features.
package struct FailedHolderLookups: Codable, Sendable {
    /// The features of a later pass, by their ``name(of:)``; `nil` in the first pass.
    private var sought: [String]?
    /// The features that have failed in this pass.
    private var failed: [String] = []

    /// Whether the pass is not the first.
    package var isLaterPass: Bool { sought != nil }

    /// The state at the start of the next pass; `nil` if no feature has failed in this pass.
    package var next: FailedHolderLookups? { failed.isEmpty ? nil : FailedHolderLookups(sought: failed) }

    fileprivate func seeks(_ feature: Feature) -> Bool { sought?.contains(Self.name(of: feature)) ?? true }

    fileprivate mutating func add(_ feature: Feature) {
        let name = Self.name(of: feature)
        if !failed.contains(name) { failed.append(name) }
    }

    /// Returns the name of a feature's first list, because no two features share a list. Features without a list share
    /// a name.
    private static func name(of feature: Feature) -> String { feature.lists.names.first?.rawValue ?? "" }
}

extension LogTransaction {
    /// Every list whose elements are people.
    package var listsOfPeople: [ListName] { features.listsOfPeople }

    /// Every list that contains a person again after a block is lifted.
    package var listsRestoredAfterUnblock: [ListName] { features.listsRestoredAfterUnblock }

    /// Finds the people who hold a person in a list of any feature.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - includesPresence: Whether the result includes people who are not sent a changed profile; see
    ///     ``PeopleLists/presenceHolders``.
    ///   - cursor: The last person that the job has notified in this pass.
    ///   - failedLookups: The added features that have thrown errors, so that their holders are missing. A later pass
    ///     returns only the holders that these features find, without the holders that the features of Orbit find.
    /// - Returns: The holders after the cursor, in the order of ids.
    /// - Throws: Errors of Orbit's features. In a later pass also an error of an added feature, if every searched
    ///   feature has failed.
    package func holders(
        of person: UserID, includingPresence includesPresence: Bool = false, after cursor: UserID? = nil,
        failedLookups: inout FailedHolderLookups?
    ) throws -> [UserID] {
        func find(_ feature: Feature) throws -> [UserID] {
            try feature.lists.holders(person, self, now)
                + (includesPresence ? feature.lists.presenceHolders(person, self, now) : [])
        }
        let ofOwn = Set(try features.own.flatMap(find))
        var ofAdded: Set<UserID> = []
        var hasFound = false
        var failure: (any Error)?
        for feature in features.added where failedLookups?.seeks(feature) ?? true {
            do {
                ofAdded.formUnion(try find(feature))
                hasFound = true
            } catch let error where error.isOfRecords {
                count(.callbackFailed("holders"))
                failedLookups = failedLookups ?? FailedHolderLookups()
                failedLookups?.add(feature)
                failure = failure ?? error
            }
        }
        let isLaterPass = failedLookups?.isLaterPass == true
        if isLaterPass, !hasFound, let failure { throw failure }
        let found = isLaterPass ? ofAdded.subtracting(ofOwn) : ofOwn.union(ofAdded)
        return found.filter { id in cursor.map { id > $0 } ?? true }.sorted()
    }

    /// Whether an owner may hold a person in a list of any feature; `true` if an added feature throws an error.
    ///
    /// After an error the owner is sent `person.hidden`, because a superfluous event is safer than a missing event.
    package func mayHold(_ owner: UserID, _ person: UserID) throws -> Bool {
        try features.own.contains { try $0.lists.mayHold(owner, person, self, now) }
            || features.added.contains { feature in
                try callback("may_hold") { try feature.lists.mayHold(owner, person, self, now) } ?? true
            }
    }

    /// Ends the shared records of two people in each feature, at a block between them.
    ///
    /// If an added feature throws an error, its earlier writes are kept.
    package func endOnBlock(between pair: UserPair, _ context: BackendContext) throws {
        for feature in features.own { try feature.onBlock(pair, context, self) }
        for feature in features.added { try callback("block") { try feature.onBlock(pair, context, self) } }
    }

    /// Notifies the observers of a change, which has been written already.
    package func notifyObservers(of change: ObservedChange) throws {
        for feature in features.own { try feature.observer?(change, self) }
    }

    /// Calls a callback of an added feature, and counts an error that it throws.
    ///
    /// - Parameters:
    ///   - name: The name of the callback in ``OperatorEvent/callbackFailed(_:)``.
    ///   - body: Calls the callback.
    /// - Returns: The result, or `nil` if the callback has thrown an error.
    /// - Throws: Errors that are not of records, such as a lost connection, because the store has to roll back the
    ///   transaction.
    @discardableResult private func callback<Result>(_ name: String, _ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error where error.isOfRecords {
            count(.callbackFailed(name))
            return nil
        }
    }
}
