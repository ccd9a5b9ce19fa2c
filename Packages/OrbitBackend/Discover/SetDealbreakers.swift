import Discover
import Networking
import OrbitModels
import Validation

/// `GET` and `PUT /discover/dealbreakers`: what the caller will not do without.
struct SetDealbreakers: Sendable {
    let context: Context

    var operations: [Operation] {
        [
            context.signedInReading(DiscoverRoutes.dealbreakers) { reader, _, caller in
                try answer(TasteRecord.of(caller.userID, in: reader))
            },
            context.signedIn(DiscoverRoutes.setDealbreakers, .json, perform: set),
        ]
    }

    private func set(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: DealbreakersData
    ) throws -> Reply {
        guard body.dealbreakers.goals.allSatisfy(\.isKnown) else {
            throw Refusal.invalidInput(
                [FieldFailure(path: "dealbreakers.goals", code: .unknownValue)], "Choose goals from the list.")
        }
        var taste = try TasteRecord.of(caller.userID, in: transaction)
        taste.set(body.dealbreakers)
        try transaction.put(taste)
        return try answer(taste)
    }

    private func answer(_ taste: TasteRecord) throws -> Reply {
        try .success(DealbreakersData(dealbreakers: taste.dealbreakers), cache: .revalidated)
    }
}
