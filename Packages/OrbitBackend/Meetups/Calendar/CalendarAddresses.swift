import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET`, `POST` and `DELETE /meetups/calendar`: the secret address of the caller's calendar.
struct CalendarAddresses: Operations {
    /// Limits new addresses. Deletion has no limit, so that a person can always revoke a leaked address.
    static let addressLimit = RateLimit(name: "calendar-addresses", tiers: [.init(count: 20, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(MeetupCalendarRoutes.feed) { reader, _, caller in
                let address = try CalendarAddressRecord.of(caller.userID, in: reader)
                return .success(CalendarFeed(createdAt: address?.createdAt), cache: .revalidated)
            },
            // `signedIn` instead of `signedInOnce`: a response that is stored for an idempotency key would contain the
            // token.
            context.signedIn(MeetupCalendarRoutes.renew, as: .person, .none, perform: renew),
            context.signedInOnce(MeetupCalendarRoutes.revoke, .none, perform: revoke),
        ]
    }

    private func renew(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _: Void
    ) throws -> OperationResult {
        try Self.addressLimit.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have created many addresses lately. Try again later.")
        let token = CalendarToken(context.newToken())
        let address = CalendarAddressRecord(
            owner: caller.userID, token: context.digest.hexadecimal(.calendarToken, token.reveal), createdAt: call.now)
        try transaction.put(address)
        try notify(of: CalendarFeed(createdAt: address.createdAt), caller, transaction)
        return .success(NewCalendarAddress(token: token, createdAt: address.createdAt))
    }

    private func revoke(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _: Void
    ) throws -> OperationResult {
        if try CalendarAddressRecord.of(caller.userID, in: transaction) != nil {
            try transaction.delete(CalendarAddressRecord.self, caller.userID.rawValue)
            try notify(of: CalendarFeed(), caller, transaction)
        }
        return .success(MessageData(message: "The address no longer works."))
    }

    private func notify(of feed: CalendarFeed, _ caller: Caller, _ transaction: LogTransaction) throws {
        try transaction.append(.calendarChanged, to: caller.userID, touches: [.calendar], data: feed)
    }
}

/// The address of a person's calendar. A person has at most one address. A new address replaces the earlier one, which
/// is then no longer found.
struct CalendarAddressRecord: BackendRecord {
    static let table = "calendar_addresses"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "calendar_address", of: "Meetups",
                    "When the calendar's address was created, without its secret")
            ) { record, _ in CalendarFeed(createdAt: record.createdAt) })
    }
    private static let byToken = "token"

    let owner: UserID
    /// The digest of the token. The token itself is not stored.
    let token: String
    let createdAt: Date

    var key: String { owner.rawValue }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byToken, group: token)] }

    static func of(_ owner: UserID, in reader: any StoreReader) throws -> CalendarAddressRecord? {
        try reader.get(Self.self, owner.rawValue)
    }

    /// Returns the address with a token, or `nil`.
    ///
    /// - Parameter token: The digest of the token.
    static func find(_ token: String, in reader: any StoreReader) throws -> CalendarAddressRecord? {
        try reader.list(Self.self, IndexQuery(byToken, group: token, limit: 1)).first
    }
}
