import Foundation
import Matching
import OrbitModels
import Validation

/// An address that was written to about a check-in, and whether it wants that no more. The address itself is not in it.
struct ContactRecord: StoreRecord {
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

    /// Whether nothing of a person's goes to an address: its owner wants no messages, or has an account and a block stands
    /// between the two, which a message would go around. Both look alike to the person.
    static func refuses(
        _ email: EmailAddress, from owner: UserID, _ context: Context, in reader: any StoreReader
    ) throws -> Bool {
        if try of(context.contactAddress(email), context, in: reader)?.refusedAt != nil { return true }
        // What an address becomes without its tag is one, or there is no account by it.
        for candidate in [email, try? EmailAddress(email.mailbox)].compactMap(\.self) {
            guard let account = try AccountRecord.find(candidate, in: reader), account.id != owner else { continue }
            if try BlockRecord.stands(between: UserPair(owner, account.id), in: reader) { return true }
        }
        return false
    }

    static func of(_ address: String, _ context: Context, in reader: any StoreReader) throws -> ContactRecord? {
        try reader.get(Self.self, context.contactKey(context.contactToken(address)))
    }
}

extension Context {
    /// Equal for addresses of one mailbox; what the store knows a contact by.
    func contactAddress(_ email: EmailAddress) -> String {
        digest.hexadecimal(.address, email.mailbox)
    }

    /// The secret of an address: the same in each message to it, so that none of them stops working, and in no store.
    func contactToken(_ address: String) -> String { digest.hexadecimal(.contactToken, "token", address) }

    func contactKey(_ token: String) -> String { digest.hexadecimal(.contactToken, "key", token) }
}
