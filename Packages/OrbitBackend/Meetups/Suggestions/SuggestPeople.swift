import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/{meetup_id}/suggested-people`: for the host, people who have consented to suggestions and whose
/// interests fit the meetup. Leaves out people that the host has declined to meet again.
///
/// The result depends only on data that the host may see: the profiles as the host sees them, and the people concerned
/// with the meetup.
struct SuggestPeople: Operations {
    /// The maximum number of people that are examined in each of two groups: the host's matches, and other people who
    /// have consented.
    static let maxPeople = 200

    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(MeetupSuggestionRoutes.people, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let found = try MeetupAccess(call, by: caller.account, context, in: reader).forHost()
        guard !found.meetup.isClosed(at: call.now), call.now < found.meetup.times.lastJoin else {
            throw HTTPProblem.meetupOver
        }
        let (meetup, plan) = (found.meetup, found.meetup.plan)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        let agreed = Set(
            try ConsentRecord.agreed(among: matches.sorted().prefix(Self.maxPeople), in: reader)
                + ConsentRecord.some(for: meetup, limit: Self.maxPeople, in: reader))
        let people = try VisiblePeople(agreed, for: caller.account, matches: matches, in: reader)
        let apart = try AvoidanceRecord.avoided(by: caller.userID, in: reader)
        let candidates = people.accounts.keys.filter { !apart.contains($0) }.sorted()
        let concerned = try reader.get(GuestRecord.self, all: candidates.map { GuestRecord.key(meetup.id, $0) })
        let grid = context.grid(of: caller.account.campus)
        let tags = MeetupFit.FoldedInterests(plan.interestTags)
        let ranked = candidates.compactMap { id -> (suggestion: SuggestedPerson, score: Int)? in
            guard concerned[GuestRecord.key(meetup.id, id)] == nil, let person = people.person(id, on: found.view.day)
            else { return nil }
            let seen = person.profile
            let steps = grid?.steps(from: seen.location?.coordinates, to: plan.place.coordinates)
            return MeetupFit(of: plan, to: seen, tags: tags, isMatch: matches.contains(id), steps: steps).map {
                (SuggestedPerson(person, reasons: $0.reasons), $0.score)
            }
        }
        // The sort is stable, so equal scores remain in the order of identifiers.
        let best = ranked.sorted { $0.score > $1.score }.prefix(MeetupLimits.suggestions)
        return .success(Page(best.map(\.suggestion)), cache: .revalidated)
    }
}
