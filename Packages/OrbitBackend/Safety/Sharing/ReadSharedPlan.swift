import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Safety

/// `GET /shared-plans/{share_token}`: the plan of a meetup as the person who shares it sees it, without a session.
///
/// Every link without a plan gets the same response, whatever the reason, and the server writes nothing. No cache
/// stores the response, so a revoked link stops working everywhere.
struct ReadSharedPlan: Operations {
    /// Limits reads of one link. People who wait for a friend reload the page often.
    static let reading = RateLimit(name: "shared-plan-readings", tiers: [.init(count: 240, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            RouteHandler(route: SharingRoutes.read, bodyLimit: BodyReader.none.limit) { call in
                let token = call.parameter("share_token")
                guard token.isToken else { throw HTTPProblem.notFound }
                let digest = context.digest.hexadecimal(.shareToken, token)
                _ = try await context.store.read { try plan(digest, at: call.now, in: $0) }
                return try await context.store.transaction { transaction in
                    let plan = try plan(digest, at: call.now, in: transaction)  // the link may be revoked by now
                    try Self.reading.record(digest, in: transaction, now: call.now)
                    return .success(Keyed(plan))
                }
            }
        ]
    }

    /// Returns the plan behind a link.
    ///
    /// - Parameter digest: The digest of the token in the link.
    /// - Throws: ``HTTPProblem`` if the link has no plan, or if it was read too often.
    private func plan(_ digest: String, at now: Date, in reader: any StoreReader) throws -> SharedPlan {
        guard let record = try SharedPlanRecord.find(digest, in: reader),
            let owner = try reader.get(AccountRecord.self, record.owner.rawValue), context.canCheckIn(owner),
            let name = owner.profile?.name.firstWord,
            let shown = try meetup(of: record, owner, at: now, in: reader),
            record.share.isOpen(untilAfter: shown.plan.span.end, at: now)
        else { throw HTTPProblem.notFound }
        if let wait = try Self.reading.wait(for: digest, in: reader, now: now) {
            throw HTTPProblem.rateLimited(wait: wait, "This plan was opened often lately. Try again later.")
        }
        let plan = shown.plan
        return SharedPlan(
            name: name, title: plan.title, start: plan.span.start, end: plan.span.end,
            timeZone: plan.timeZone.identifier, place: shown.isCancelled ? nil : plan.place,
            status: shown.status(at: now),
            safeAt: try safeAt(record, in: reader), endsAt: record.share.endsAt(after: plan.span.end))
    }

    /// Returns the shared meetup; `nil` unless the person who shares it attends it and may see its host.
    ///
    /// A missing check-in at the meetup does not end the link: the plan matters more if the person could not check in.
    private func meetup(
        of record: SharedPlanRecord, _ owner: AccountRecord, at now: Date, in reader: any StoreReader
    ) throws -> MeetupRecord? {
        guard let meetup = try MeetupRecord.of(record.share.meetupID, in: reader),
            try meetup.hostID == owner.id || Visibility(of: owner, in: reader).account(meetup.hostID) != nil
        else { return nil }
        let guest = try GuestRecord.of(owner.id, at: meetup.id, in: reader)
        let attendance = MeetupView(of: owner, context, at: now).attendance(at: meetup, guest)
        return attendance.isAttending || attendance == .noShow ? meetup : nil
    }

    /// Returns the time at which the owner reported to be safe, in their last check-in about the meetup.
    private func safeAt(_ record: SharedPlanRecord, in reader: any StoreReader) throws -> Date? {
        let latest = IndexQuery(
            CheckInRecord.byOwner, group: record.owner.rawValue, order: .descending, limit: Self.maxCheckInsRead)
        let checkIn = try reader.list(CheckInRecord.self, latest)
            .first { $0.checkIn.meetupID == record.share.meetupID && $0.checkIn.state != .cancelled }?.checkIn
        return checkIn?.state == .safe ? checkIn?.endedAt : nil
    }

    /// The maximum number of check-ins that are read.
    private static let maxCheckInsRead = 40
}

extension String {
    fileprivate var firstWord: String { String(split(separator: " ", maxSplits: 1).first ?? "") }
}
