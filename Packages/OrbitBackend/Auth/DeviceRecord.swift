import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A device on which a person has signed in.
///
/// The device has its own limits for codes. So strangers who use up the limits of the address or the network do not
/// lock out a person who has signed in before.
struct DeviceRecord: ExpiringRecord {
    static let table = "devices"
    private static let byUser = "user"
    static var personalData: PersonalData<Self> { .init(.group(of: Self.byUser)) }
    /// The maximum number of devices per person; the oldest is removed.
    static let maxDevices = 5
    /// Twice the longest session, so that people have time to come back.
    private static let lifetime: TimeInterval = 180 * 86_400
    /// The number of successive wrong codes after which the device is forgotten.
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
        [expiryEntry, IndexEntry(Self.byUser, group: userID.rawValue, at: signedInAt)]
    }

    /// Returns the device with a token. Returns `nil` if the token is unknown or expired, or if its person has signed
    /// in with an address of another mailbox.
    static func of(
        _ token: DeviceToken, mailbox: String, _ context: BackendContext, in reader: any StoreReader, now: Date
    ) throws -> DeviceRecord? {
        guard token.reveal.isToken,
            let device = try reader.get(Self.self, context.digest.hexadecimal(.deviceToken, token.reveal)),
            device.mailbox == mailbox, device.expiresAt > now
        else { return nil }
        return device
    }

    /// Stores a device on which a person signs in, and returns its token.
    static func begin(
        for user: UserID, mailbox: String, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> DeviceToken {
        let known = try transaction.list(Self.self, IndexQuery(byUser, group: user.rawValue, limit: maxDevices))
        if known.count == maxDevices, let oldest = known.first { try transaction.delete(Self.self, oldest.key) }
        let token = DeviceToken(context.newToken())
        try transaction.put(
            DeviceRecord(
                key: context.digest.hexadecimal(.deviceToken, token.reveal), userID: user, mailbox: mailbox,
                signedInAt: transaction.now))
        return token
    }

    /// Extends the lifetime of the device, and resets its count of wrong codes.
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
