import BackendRuntime
import Discover
import Matching
import Networking
import OrbitModels
import Validation

/// `GET` and `PUT /discover/dealbreakers`: the caller's dealbreakers, with their version.
struct SetDealbreakers: Operations {
    /// The body of `PUT /discover/dealbreakers`.
    private struct Request: Decodable, Sendable {
        let dealbreakers: Dealbreakers.Sent
    }

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(DiscoverRoutes.dealbreakers) { reader, _, caller in
                answer(try PreferenceRecord.of(caller.userID, in: reader))
            },
            context.signedIn(
                DiscoverRoutes.setDealbreakers,
                BodyReader<Request>.json.checked { body, _ in try Self.checked(body) }, perform: set),
        ]
    }

    private static func checked(_ body: Request) throws -> Dealbreakers {
        let sent = body.dealbreakers
        try (sent.ages.map(wrongAges) ?? []).under("dealbreakers.ages")
            .refuse("Choose ages up to 150, the lower age first.")
        // The goals are counted before they are compared with each other.
        var failures = Rule<[FriendshipGoal]>.count(Limits.friendshipGoals).failures(in: sent.goals)
            .under("dealbreakers.goals")
        if failures.isEmpty, !sent.goals.allSatisfy(\.isKnown) {
            failures.append(FieldFailure(path: "dealbreakers.goals", code: .unknownValue))
        }
        try failures.refuse("Choose goals from the list.")
        return try sent.requirements()
    }

    private static func wrongAges(_ ages: Dealbreakers.Sent.Ages) -> [FieldFailure] {
        let possible = Dealbreakers.possibleAges
        let first = Rule<Int>.within(possible).failures(in: ages.from).under("from")
        guard first.isEmpty else { return first }
        return Rule<Int>.within(ages.from...possible.upperBound).failures(in: ages.to).under("to")
    }

    private func set(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<Request, Dealbreakers>
    ) throws -> OperationResult {
        var preferences = try PreferenceRecord.of(caller.userID, in: transaction)
        let versions = call.headers.values(of: .ifMatch)
        guard !versions.isEmpty else { throw Self.versionRequired }
        guard EntityTags(versions).matchStrongly(preferences.entityTag) else { throw Self.versionConflict }
        let dealbreakers = try body.value()
        if dealbreakers != preferences.dealbreakers {
            preferences.set(dealbreakers)
            try transaction.put(preferences)
            try transaction.append(
                .dealbreakersChanged, to: caller.userID, touches: [.dealbreakers, .discover],
                data: SavedDealbreakers(dealbreakers: preferences.dealbreakers, version: preferences.entityTag))
            // Saving counts as a change to the campus. So people whose suggestions now include the caller get the
            // caller on their lists.
            if caller.account.isComplete { try caller.account.save(in: transaction) }
        }
        return answer(preferences)
    }

    private func answer(_ preferences: PreferenceRecord) -> OperationResult {
        .success(
            Keyed(preferences.dealbreakers), cache: .revalidated, entityTag: preferences.entityTag)
    }

    private static let versionRequired = HTTPProblem(
        428, .versionRequired, "Load the dealbreakers first. Then send their version as If-Match.")

    private static let versionConflict = HTTPProblem(
        412, .versionConflict, "The dealbreakers were changed elsewhere. Load them again, then repeat your changes.")
}
