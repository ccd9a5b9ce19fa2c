import Foundation
import Meetups
import Networking
import OrbitModels

/// `GET /meetups/suggested`: of the next meetups that the caller finds in the list, those that suit them. For callers
/// only who want that.
struct SuggestMeetups: Operations {
    /// How far ahead it looks, in days.
    private static let days = 28.0

    let context: Context

    var handlers: [RouteHandler] { [context.signedInReading(MeetupSuggestionRoutes.suggested, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        guard caller.account.isComplete, let profile = caller.account.profile else {
            throw HTTPProblem.profileIncomplete
        }
        guard try ConsentRecord.of(caller.userID, in: reader).toMe else {
            return .success(SuggestedMeetups(isWanted: false), cache: .revalidated)
        }
        let view = MeetupView(of: caller.account, context, at: call.now)
        let grid = context.grid(of: caller.account.campus)
        let end = call.now.addingTimeInterval(86_400 * Self.days)
        var search = try MeetupSearch(MeetupFilter(to: end), for: view, grid, in: reader)
        let busy = try busy(caller.userID, at: call.now, until: end, in: reader)
        let ranked = try search.first().meetups.compactMap { found -> Ranked? in
            let plan = found.record.plan
            guard isOpen(found, at: call.now), !busy.contains(where: plan.span.overlaps) else { return nil }
            let steps = grid?.steps(from: profile.location?.coordinates, to: plan.place.coordinates)
            let isMatch = search.matches.contains(found.record.hostID)
            return MeetupFit(of: plan, to: profile, isMatch: isMatch, steps: steps).map {
                Ranked(found: found, fit: $0)
            }
        }
        let suggestions = Self.best(ranked).map { ranked in
            SuggestedMeetup(
                view.listing(ranked.found.record, ranked.found.guest, host: ranked.found.host),
                reasons: ranked.fit.reasons)
        }
        return .success(SuggestedMeetups(suggestions, isWanted: true), cache: .revalidated)
    }

    private struct Ranked {
        let found: MeetupSearch.FoundRecord
        let fit: MeetupFit
    }

    /// The best, then the earliest: few of one host, so that nobody fills the list of all, and one of a series.
    private static func best(_ all: [Ranked]) -> [Ranked] {
        var (best, ofHost, series): ([Ranked], [UserID: Int], Set<SeriesID>) = ([], [:], [])
        // The sort is stable, and meetups come by start and id.
        for ranked in all.sorted(by: { $0.fit.score > $1.fit.score }) where best.count < MeetupLimits.suggestions {
            let record = ranked.found.record
            if let id = record.series?.id, !series.insert(id).inserted { continue }
            ofHost[record.hostID, default: 0] += 1
            if ofHost[record.hostID, default: 0] <= MeetupLimits.suggestionsOfHost { best.append(ranked) }
        }
        return best
    }

    /// Whether the viewer could join it now.
    private func isOpen(_ found: MeetupSearch.FoundRecord, at now: Date) -> Bool {
        let record = found.record
        let hasRoom = record.waiting == 0 && record.plan.capacity.map { record.taken < $0 } ?? true
        return found.standing == .absent && now < record.times.lastJoin && hasRoom
    }

    /// When the person is at meetups already.
    private func busy(
        _ person: UserID, at now: Date, until end: Date, in reader: any StoreReader
    ) throws -> [TimeSpan] {
        let first = now.addingTimeInterval(-86_400 * TimeInterval(MeetupLimits.days))
        let query = IndexQuery(
            GuestRecord.byPerson, group: person.rawValue, ranks: PlaceInOrder.ranks(from: first, to: end),
            limit: JoinMeetup.mostParts + MeetupLimits.hosted)
        return try reader.list(GuestRecord.self, query).filter(\.state.isAttending).map(\.span)
    }
}

extension CampusGrid {
    /// From the square of one point to that of another; `nil` if one is unknown.
    func steps(from point: Coordinates?, to other: Coordinates?) -> Int? {
        guard let point, let other else { return nil }
        return square(of: point).steps(to: square(of: other))
    }
}
