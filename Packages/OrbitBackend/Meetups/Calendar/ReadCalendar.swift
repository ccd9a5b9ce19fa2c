import BackendRuntime
import Foundation
import ICalendar
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /calendars/{token}/meetups.ics`: the meetups of the owner of an address, for calendars that have no session.
///
/// Every address without a calendar gets the same response, whatever the reason, and the server writes nothing. So
/// wrong addresses reveal nothing and use no rate limit.
struct ReadCalendar: Operations {
    /// Limits reads of one address. Calendars poll at most every five minutes.
    static let reading = RateLimit(name: "calendar-readings", tiers: [.init(count: 120, window: 3_600)])

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
                    _ = try owner(digest, at: call.now, in: transaction)  // the address may be revoked by now
                    try Self.reading.record(digest, in: transaction, now: call.now)
                }
                return .calendar(CalendarContent.file(of: meetups), for: call)
            }
        ]
    }

    /// Returns the owner of an address.
    ///
    /// - Parameter digest: The digest of the token in the address.
    /// - Throws: ``HTTPProblem`` if the address has no calendar, or if it was read too often.
    private func owner(_ digest: String, at now: Date, in reader: any StoreReader) throws -> AccountRecord {
        guard let address = try CalendarAddressRecord.find(digest, in: reader),
            let account = try reader.get(AccountRecord.self, address.owner.rawValue), account.isComplete,
            !account.isSuspended
        else { throw HTTPProblem.notFound }
        if let wait = try Self.reading.wait(for: digest, in: reader, now: now) {
            throw HTTPProblem.rateLimited(wait: wait, "This calendar was opened often lately. Try again later.")
        }
        return account
    }
}

/// `GET /meetups/{meetup_id}/calendar.ics`: a meetup as the caller may know it.
///
/// The STATUS of a cancelled meetup is CANCELLED. METHOD CANCEL would require an organizer (RFC 5546, 3.2.5), and the
/// file contains no person's address.
struct ReadMeetupFile: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupCalendarRoutes.file, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try MeetupAccess(call, by: caller.account, context, link: call.query["link"], in: reader)
        let event = CalendarEvent(found.view.meetup(found.meetup, found.guest))
        return .calendar(CalendarFile(method: .publish, events: [event]), for: call)
    }
}

extension OperationResult {
    /// Returns a calendar as `text/calendar` (RFC 5545, 8.1), or 304 if the caller has it already.
    ///
    /// The entity tag is a hash of the body, so it reveals nothing beyond the body.
    static func calendar(_ file: CalendarFile, for call: RequestContext) -> OperationResult {
        let body = Data(file.text.utf8)
        var hash = ContentHash()
        hash.add(body)
        let entityTag = EntityTag(rawValue: "\"\(hash.hexadecimal)\"")
        if EntityTags(call.headers.values(of: .ifNoneMatch)).matchWeakly(entityTag) {
            return .notModified(entityTag, cache: .revalidated)
        }
        let headers = [
            ("content-type", "text/calendar; charset=utf-8"), ("cache-control", CacheRule.revalidated.rawValue),
            ("etag", entityTag.rawValue), ("x-content-type-options", "nosniff"),
        ]
        return OperationResult(
            response: HTTPResponse(status: 200, headers: HTTPHeaders(lenient: headers), body: body))
    }
}
