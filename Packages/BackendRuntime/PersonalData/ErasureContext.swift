public import Foundation
import Matching
public import OrbitModels
package import OrbitStore

/// The context of one transaction in the erasure of an account, which erases records of the person.
public final class ErasureContext {
    /// The maximum number of writes in one transaction.
    package static let maxWrites = 200

    /// The person whose account is erased. The `AccountRecord` has been deleted already.
    public let person: UserID
    /// The id that replaces the person in records that other people need. It reveals nothing about the person.
    ///
    /// A new account with the same address gets this id, so that blocks and decisions apply to the person again.
    public let pseudonym: UserID
    private let hiddenSince: Date
    /// The context of the backend.
    public let context: BackendContext
    /// The transaction in which the records are erased.
    public let transaction: LogTransaction
    private var notified: Set<UserID> = []

    /// - Parameter hiddenSince: An instant. People who were sent `person.hidden` since then are not notified again.
    package init(
        of person: UserID, as pseudonym: UserID, hiddenSince: Date, _ context: BackendContext,
        in transaction: LogTransaction
    ) {
        (self.person, self.pseudonym, self.hiddenSince) = (person, pseudonym, hiddenSince)
        self.context = context
        self.transaction = transaction
        transaction.isErasing = true
        transaction.countsWrites = true
    }

    /// The instant of the transaction.
    public var now: Date { transaction.now }

    /// The number of further writes in this transaction, without the writes that end it.
    package var room: Int { Self.maxWrites - 5 - transaction.expectedWrites }

    /// Moves the blob of a record whose key changes.
    package func moveBlob<Record: BlobRecord>(of type: Record.Type, from old: String, to new: String) throws {
        if let bytes = try transaction.blob(type, old) { try transaction.putBlob(bytes, of: type, new) }
    }

    /// Sends `person.hidden` to a person who may know the erased person.
    ///
    /// The event is sent to each person once. People who received it before, because of a block, are left out.
    ///
    /// - Parameter owner: The person to notify.
    /// - Throws: An error of the store.
    public func notify(_ owner: UserID) throws {
        guard notified.insert(owner).inserted,
            // The erased person has no account either.
            try transaction.get(AccountRecord.self, owner.rawValue) != nil,
            try ![person, pseudonym].contains(where: { id in
                // The block moves to the pseudonym in the course of the erasure.
                try BlockRecord.exists(between: UserPair(id, owner), in: transaction)
            }),
            try !LogEntry.isHidden(person, from: owner, since: hiddenSince, in: transaction)
        else { return }
        try transaction.appendUnchecked(
            .personHidden, to: owner, about: person, touches: transaction.listsOfPeople)
    }
}
