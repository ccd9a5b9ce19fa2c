import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /meetups/mine`: the meetups that concern the caller, ordered by start and id.
///
/// Attended meetups stay listed for `MeetupLimits.daysKept` days after the end. Cancelled meetups stay listed until
/// their end.
struct ListMyMeetups: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupRoutes.mine, as: .person, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let view = MeetupView(of: caller.account, context, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let counts = try VisibleCounts(for: caller.userID, at: call.now, in: reader)
        let (from, to) = (try call.instant("from"), try call.instant("to"))
        let oldest = max(from ?? .distantPast, call.now.beforeKeptMeetups)
        let first = oldest.beforeLongestMeetup
        let ranks = to.map { SortRank.ranks(from: first, to: $0) } ?? SortRank.ranks(from: first)
        let query = IndexQuery(GuestRecord.byPerson, group: caller.userID.rawValue, ranks: ranks)
        let page = try PageReader(call, list: "mine \(caller.userID)", order: .ascending).page(
            of: GuestRecord.self, from: [query], in: reader
        ) { (guests: [GuestRecord]) -> [MeetupListing?] in
            let meetups = try reader.get(MeetupRecord.self, all: guests.map(\.meetupID.rawValue))
            let people = try VisiblePeople(guests.map(\.hostID), for: caller.account, matches: matches, in: reader)
            let listings = guests.map { guest -> MeetupListing? in
                guard let meetup = meetups[guest.meetupID.rawValue], meetup.plan.span.end > oldest,
                    to.map({ meetup.plan.span.start < $0 }) ?? true, isListed(meetup, guest, at: call.now)
                else { return nil }
                return view.listing(meetup, guest, among: people)
            }
            var shown = try counts.of(listings.compactMap(\.self))[...]
            return listings.map { $0 == nil ? nil : shown.popFirst() }
        }
        return .success(page, cache: .revalidated)
    }

    private func isListed(_ meetup: MeetupRecord, _ guest: GuestRecord, at now: Date) -> Bool {
        let state = guest.state(at: meetup, now: now)
        if now < meetup.plan.span.end { return state.isConcerned }
        // Guests who forgot to check in may want to give feedback, so the meetup stays in their list, too.
        return (state.isAttending || state == .noShow) && !meetup.isCancelled
    }
}

extension RequestContext {
    /// Returns an instant in the query.
    ///
    /// - Throws: ``HTTPProblem`` if the value is not an RFC 3339 date.
    fileprivate func instant(_ name: String) throws -> Date? {
        guard let text = query[name] else { return nil }
        guard let date = RFC3339.date(from: text) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: name, code: .malformed)], "Use a time in RFC 3339 format.")
        }
        return date
    }
}
