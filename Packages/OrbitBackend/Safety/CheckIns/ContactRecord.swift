import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// An address that was written to about a check-in, and whether it wants that no more. The address itself is not in it.
struct ContactRecord: BackendRecord {
    static let table = "check_in_contacts"
    static var personalData: PersonalData<Self> {
        .none("Digests of the addresses of contacts, who have no account by it, so that a refusal holds.")
    }

    /// Digest of the secret that stands in each message to the address.
    let key: String
    /// Digest of the address.
    let address: String
    var refusedAt: Date?

    var indexEntries: [IndexEntry] { [] }

    /// Whether the owner of a mailbox has opted out by the link in a message. Neither an account nor a block of theirs
    /// changes the result, so that a person who names an address learns nothing of them.
    static func isRefusing(_ address: String, _ context: BackendContext, in reader: any StoreReader) throws -> Bool {
        try of(address, context, in: reader)?.refusedAt != nil
    }

    static func of(_ address: String, _ context: BackendContext, in reader: any StoreReader) throws -> ContactRecord? {
        try reader.get(Self.self, context.contactKey(context.contactToken(address)))
    }
}

extension BackendContext {
    /// Equal for addresses of one mailbox; what the store knows a contact by.
    func contactAddress(_ email: EmailAddress) -> String {
        digest.hexadecimal(.address, email.mailbox)
    }

    /// The secret of an address: the same in each message to it, so that none of them stops working, and in no store.
    func contactToken(_ address: String) -> String { digest.hexadecimal(.contactToken, "token", address) }

    func contactKey(_ token: String) -> String { digest.hexadecimal(.contactToken, "key", token) }
}
