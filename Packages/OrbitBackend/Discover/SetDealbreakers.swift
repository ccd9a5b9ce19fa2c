import BackendRuntime
import Discover
import Matching
import Networking
import OrbitModels
import Validation

/// `GET` and `PUT /discover/dealbreakers`: the caller's dealbreakers, with their version.
struct SetDealbreakers: Operations {
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
        try body.wrongAges.under("dealbreakers.ages").refuse("Choose ages up to 150, the lower age first.")
        var failures = body.excess.under("dealbreakers.goals")
        if !body.dealbreakers.goals.allSatisfy(\.isKnown) {
            failures.append(FieldFailure(path: "dealbreakers.goals", code: .unknownValue))
        }
        try failures.refuse("Choose goals from the list.")
        return body.dealbreakers
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

extension SetDealbreakers {
    /// The body of `PUT /discover/dealbreakers`. The goals are counted before they are decoded, because the decoding
    /// compares them with each other. The ages are compared before they become a range.
    private struct Request: Decodable, Sendable {
        /// The failures of impossible ages, or of ages in the wrong order.
        let wrongAges: [FieldFailure]
        /// The failure of too many goals.
        let excess: [FieldFailure]
        /// The dealbreakers; `.none` if the ages or the number of goals are wrong.
        let dealbreakers: Dealbreakers

        private enum CodingKeys: String, CodingKey {
            case dealbreakers
        }

        /// The ages and goals as they are sent, with goals of any type.
        private struct Sent: Decodable {
            struct Ages: Decodable {
                let from: Int
                let to: Int

                var failures: [FieldFailure] {
                    let possible = Dealbreakers.possibleAges
                    let first = Rule<Int>.within(possible).failures(in: from).under("from")
                    guard first.isEmpty else { return first }
                    return Rule<Int>.within(from...possible.upperBound).failures(in: to).under("to")
                }
            }

            struct Goal: Decodable {}

            let ages: Ages?
            let goals: [Goal]?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let sent = try container.decode(Sent.self, forKey: .dealbreakers)
            wrongAges = sent.ages?.failures ?? []
            excess = Rule<[Sent.Goal]>.count(Limits.friendshipGoals).failures(in: sent.goals ?? [])
            let isReadable = wrongAges.isEmpty && excess.isEmpty
            dealbreakers = try isReadable ? container.decode(Dealbreakers.self, forKey: .dealbreakers) : .none
        }
    }
}
