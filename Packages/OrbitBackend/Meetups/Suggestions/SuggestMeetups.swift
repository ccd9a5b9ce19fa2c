import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/suggested`: the next meetups that the caller finds in the list and that suit the caller. Empty without
/// the caller's consent.
struct SuggestMeetups: Operations {
    /// The number of days that the search covers.
    private static let days = 28.0
    /// The maximum number of suitable meetups for which attendance records are read.
    private static let shortlist = 200

    let context: BackendContext

    var handlers: [RouteHandler] {
        [context.signedInReading(MeetupSuggestionRoutes.suggested, as: .person, perform: perform)]
    }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let day = context.day(on: caller.account.campus, at: call.now)
        guard let profile = ComparedProfile(caller.account, on: day)?.own else {
            throw HTTPProblem.profileIncomplete
        }
        guard try ConsentRecord.of(caller.userID, in: reader).toMe else {
            return .success(SuggestedMeetups(isWanted: false), cache: .revalidated)
        }
        let view = MeetupView(of: caller.account, context, at: call.now)
        let grid = context.grid(of: caller.account.campus)
        let end = call.now.addingTimeInterval(86_400 * Self.days)
        var search = try MeetupSearch(MeetupFilter(to: end), for: view, grid, in: reader)
        let busy = search.concerns.values.filter(\.state.isAttending).map(\.span)
        let first = try search.first()
        let apart = try AvoidanceRecord.avoided(by: caller.userID, in: reader)
        let interests = MeetupFit.FoldedInterests(profile.interests)
        let ranked = first.meetups.compactMap { found -> Ranked? in
            let plan = found.record.plan
            guard isOpen(found, at: call.now), !apart.contains(found.record.hostID),
                !busy.contains(where: plan.span.overlaps)
            else { return nil }
            let steps = grid?.steps(from: profile.location?.coordinates, to: plan.place.coordinates)
            let isMatch = search.matches.contains(found.record.hostID)
            return MeetupFit(of: plan, to: profile, folded: interests, isMatch: isMatch, steps: steps).map {
                Ranked(found: found, fit: $0)
            }
        }
        let best = try Self.best(untouched(ranked, by: caller.userID, in: reader)).compactMap { ranked in
            view.listing(ranked.found.record, ranked.found.guest, among: first.people).map {
                (listing: $0, reasons: ranked.fit.reasons)
            }
        }
        let counts = try VisibleCounts(
            for: caller.userID, at: call.now, hidden: search.hiddenPeople, in: reader)
        let listings = try counts.of(best.map(\.listing))
        let suggestions = zip(listings, best).map { SuggestedMeetup($0, reasons: $1.reasons) }
        return .success(SuggestedMeetups(suggestions, isWanted: true), cache: .revalidated)
    }

    private struct Ranked {
        let found: MeetupSearch.FoundRecord
        let fit: MeetupFit
    }

    /// Returns the meetups without an attendance record of the person, by score and then by start. People do not want
    /// suggestions of meetups that they have left or declined.
    private func untouched(_ all: [Ranked], by person: UserID, in reader: any StoreReader) throws -> [Ranked] {
        // The sort is stable, and the meetups are ordered by start and id.
        let some = all.sorted { $0.fit.score > $1.fit.score }.prefix(Self.shortlist)
        let keys = some.map { GuestRecord.key($0.found.record.id, person) }
        let known = try reader.get(GuestRecord.self, all: keys)
        return zip(some, keys).compactMap { ranked, key in known[key] == nil ? ranked : nil }
    }

    /// Returns the first meetups, with few of each host, so that no host fills the list, and one of each series.
    private static func best(_ all: [Ranked]) -> [Ranked] {
        var (best, ofHost, series): ([Ranked], [UserID: Int], Set<SeriesID>) = ([], [:], [])
        for ranked in all where best.count < MeetupLimits.suggestions {
            let record = ranked.found.record
            if let id = record.series?.place.id, !series.insert(id).inserted { continue }
            ofHost[record.hostID, default: 0] += 1
            if ofHost[record.hostID, default: 0] <= MeetupLimits.suggestionsOfHost { best.append(ranked) }
        }
        return best
    }

    /// Whether the viewer could join the meetup now.
    private func isOpen(_ found: MeetupSearch.FoundRecord, at now: Date) -> Bool {
        let record = found.record
        let hasRoom =
            record.waiting(at: now) == 0 && record.plan.capacity.map { record.taken(at: now) < $0 } ?? true
        return found.attendance == .unrelated && now < record.times.lastJoin && hasRoom
    }
}

extension CampusGrid {
    /// Returns the steps from the square of one point to the square of another; `nil` if a point is unknown.
    func steps(from point: Coordinates?, to other: Coordinates?) -> Int? {
        guard let point, let other else { return nil }
        return square(of: point).steps(to: square(of: other))
    }
}
