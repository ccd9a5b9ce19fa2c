import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A device on which a person has signed in. It gets codes by limits of its own, so that strangers who use up those of
/// the address or of the network keep nobody out who was in before.
struct DeviceRecord: ExpiringRecord {
    static let table = "devices"
    private static let byUser = "user"
    static var personalData: PersonalData<Self> { .init(.group(of: Self.byUser)) }
    /// Of one person; the oldest makes room.
    static let most = 5
    /// Longer than the longest session by as much: time to come back.
    private static let lifetime: TimeInterval = 180 * 86_400
    /// After as many wrong codes in a row it is anyone's.
    private static let wrongCodes = 5

    /// Digest of the token.
    let key: String
    let userID: UserID
    /// Digest of the mailbox.
    let mailbox: String
    var signedInAt: Date
    var wrongCodes = 0

    var expiresAt: Date { signedInAt.addingTimeInterval(Self.lifetime) }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byUser, group: userID.rawValue, rank: signedInAt.milliseconds)]
    }

    /// The device that holds a token, if the mailbox was signed in to on it.
    static func of(
        _ token: DeviceToken, mailbox: String, _ context: BackendContext, in reader: any StoreReader, now: Date
    ) throws -> DeviceRecord? {
        guard token.reveal.isToken,
            let device = try reader.get(Self.self, context.digest.hexadecimal(.deviceToken, token.reveal)),
            device.mailbox == mailbox, device.expiresAt > now
        else { return nil }
        return device
    }

    /// Makes the device known on which a person signs in.
    static func begin(
        for user: UserID, mailbox: String, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> DeviceToken {
        let known = try transaction.list(Self.self, IndexQuery(byUser, group: user.rawValue, limit: most))
        if known.count == most, let oldest = known.first { try transaction.delete(Self.self, oldest.key) }
        let token = DeviceToken(context.newToken())
        try transaction.put(
            DeviceRecord(
                key: context.digest.hexadecimal(.deviceToken, token.reveal), userID: user, mailbox: mailbox,
                signedInAt: transaction.now))
        return token
    }

    /// Stays known for longer.
    func signIn(in transaction: LogTransaction) throws {
        var device = self
        (device.signedInAt, device.wrongCodes) = (transaction.now, 0)
        try transaction.put(device)
    }

    func countWrongCode(in transaction: LogTransaction) throws {
        var device = self
        device.wrongCodes += 1
        guard device.wrongCodes >= Self.wrongCodes else { return try transaction.put(device) }
        try transaction.delete(Self.self, key)
        transaction.count(.deviceForgotten)
    }
}
