import Discover
import Matching
import Networking
import OrbitModels
import Validation

/// `GET` and `PUT /discover/dealbreakers`: what the caller will not do without, and the version of it.
struct SetDealbreakers: Operations {
    let context: Context

    var handlers: [RouteHandler] {
        [
            context.signedInReading(DiscoverRoutes.dealbreakers) { reader, _, caller in
                answer(try TasteRecord.of(caller.userID, in: reader))
            },
            context.signedIn(DiscoverRoutes.setDealbreakers, .json, perform: set),
        ]
    }

    private func set(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Named<Dealbreakers>
    ) throws -> OperationResult {
        var taste = try TasteRecord.of(caller.userID, in: transaction)
        let versions = call.headers.values(of: .ifMatch)
        guard !versions.isEmpty else { throw Self.versionRequired }
        guard EntityTags(versions).matchStrongly(taste.entityTag) else { throw Self.versionConflict }
        guard body.value.goals.allSatisfy(\.isKnown) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "dealbreakers.goals", code: .unknownValue)], "Choose goals from the list.")
        }
        if body.value != taste.dealbreakers {
            taste.set(body.value)
            try transaction.put(taste)
            try transaction.append(
                .dealbreakersChanged, to: caller.userID, touches: [.dealbreakers, .discover],
                data: SavedDealbreakers(dealbreakers: taste.dealbreakers, version: taste.entityTag))
            // Those who are admitted now may have an open list.
            if caller.account.isComplete { try caller.account.save(in: transaction) }
        }
        return answer(taste)
    }

    private func answer(_ taste: TasteRecord) -> OperationResult {
        .success(
            Named(taste.dealbreakers), cache: .revalidated, entityTag: taste.entityTag)
    }

    private static let versionRequired = HTTPProblem(
        428, .versionRequired, "Read the dealbreakers first, and send their version as If-Match.")

    private static let versionConflict = HTTPProblem(
        412, .versionConflict, "The dealbreakers were changed elsewhere. Read them again, then repeat your changes.")
}
