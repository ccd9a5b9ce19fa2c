import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// A contact's address that received a message about a check-in, and its opt-out. It contains digests, not the address.
struct ContactRecord: BackendRecord {
    static let table = "check_in_contacts"
    static var personalData: PersonalData<Self> {
        .none("Digests of contacts' addresses, so that an opt-out stays in effect. A contact needs no account.")
    }

    /// The digest of the secret in each message to the address.
    let key: String
    /// The digest of the address.
    let address: String
    var refusedAt: Date?

    var indexEntries: [IndexEntry] { [] }

    /// Whether the owner of a mailbox has opted out by the link in a message.
    ///
    /// An account or a block of the mailbox's owner does not change the result. So a person who enters an address
    /// learns nothing about its owner.
    static func isRefusing(_ address: String, _ context: BackendContext, in reader: any StoreReader) throws -> Bool {
        try of(address, context, in: reader)?.refusedAt != nil
    }

    static func of(_ address: String, _ context: BackendContext, in reader: any StoreReader) throws -> ContactRecord? {
        try reader.get(Self.self, context.contactKey(context.contactToken(address)))
    }
}

extension BackendContext {
    /// Returns the digest by which the store identifies a contact. It is equal for all addresses of one mailbox.
    func contactAddress(_ email: EmailAddress) -> String {
        digest.hexadecimal(.address, email.mailbox)
    }

    /// Returns the secret of an address. It is the same in each message to the address, so that every link remains
    /// valid. It is not stored.
    func contactToken(_ address: String) -> String { digest.hexadecimal(.contactToken, "token", address) }

    func contactKey(_ token: String) -> String { digest.hexadecimal(.contactToken, "key", token) }
}
