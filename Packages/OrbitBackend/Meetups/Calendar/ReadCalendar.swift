import BackendRuntime
import Foundation
import ICalendar
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /calendars/{token}/meetups.ics`: the meetups of the owner of an address, for calendars that have no session.
///
/// Whatever the reason why an address does not lead to a calendar, the response is the same, and nothing is written: so
/// wrong addresses neither find anything out nor use anything up.
struct ReadCalendar: Operations {
    /// Of one address. Calendars ask every five minutes at most.
    private static let reading = RateLimit(name: "calendar-readings", tiers: [.init(count: 120, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            RouteHandler(route: MeetupCalendarRoutes.subscription, bodyLimit: BodyReader.none.limit) { call in
                let token = call.parameter("token")
                guard token.isToken else { throw HTTPProblem.notFound }
                let digest = context.digest.hexadecimal(.calendarToken, token)
                let meetups = try await context.store.read { reader in
                    try CalendarContent(of: owner(digest, at: call.now, in: reader), context, at: call.now)
                        .meetups(in: reader)
                }
                try await context.store.transaction { transaction in
                    _ = try owner(digest, at: call.now, in: transaction)  // it may have ended meanwhile
                    try Self.reading.record(digest, in: transaction, now: call.now)
                }
                return .calendar(CalendarContent.file(of: meetups), for: call)
            }
        ]
    }

    /// Throws a ``HTTPProblem`` unless the address leads to a calendar, and was not read too often.
    private func owner(_ digest: String, at now: Date, in reader: any StoreReader) throws -> AccountRecord {
        guard let address = try CalendarAddressRecord.find(digest, in: reader),
            let account = try reader.get(AccountRecord.self, address.owner.rawValue), account.isComplete,
            !account.isSuspended
        else { throw HTTPProblem.notFound }
        if let wait = try Self.reading.wait(for: digest, in: reader, now: now) {
            throw HTTPProblem.rateLimited(wait: wait, "This calendar was read often lately. Try again later.")
        }
        return account
    }
}
