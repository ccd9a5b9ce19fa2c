public import Foundation
import Matching
public import OrbitModels
package import OrbitStore

/// A part of the erasure of an account: one transaction, in which records of the person go.
public final class Erasing {
    /// The most writes of one transaction.
    package static let mostWrites = 200

    /// Whose account it is. There is no `AccountRecord` any more.
    public let person: UserID
    /// Stands for the person where a record stays for others' sake, and means nothing by itself. It becomes the id of
    /// a new account of the same address, so that what must hold of the person holds of them again.
    public let pseudonym: UserID
    private let hiddenSince: Date
    /// The context of the backend.
    public let context: BackendContext
    /// The transaction of this part.
    public let transaction: LogTransaction
    private var notified: Set<UserID> = []

    /// - Parameter hiddenSince: People who were notified since then that the person is gone are not notified again.
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

    /// How many more writes fit in, but for those that end the part.
    package var room: Int { Self.mostWrites - 5 - transaction.expectedWrites }

    /// Moves what stands beside a record that is renamed.
    package func moveBlob<Record: BlobRecord>(of type: Record.Type, from old: String, to new: String) throws {
        if let bytes = try transaction.blob(type, old) { try transaction.putBlob(bytes, of: type, new) }
    }

    /// Notifies a person who may know the erased person that the erased person is gone.
    ///
    /// It notifies each person once. It leaves out people who were notified before because of a block.
    public func notify(_ owner: UserID) throws {
        guard owner != person, notified.insert(owner).inserted,
            try transaction.get(AccountRecord.self, owner.rawValue) != nil,
            try ![person, pseudonym].contains(where: { id in
                // The block moves to the pseudonym in the course of the erasure.
                try BlockRecord.stands(between: UserPair(id, owner), in: transaction)
            }),
            try !LogEntry.isHidden(person, from: owner, since: hiddenSince, in: transaction)
        else { return }
        try transaction.appendUnchecked(
            .personHidden, to: owner, about: person, touches: transaction.listsOfPeople)
    }
}
