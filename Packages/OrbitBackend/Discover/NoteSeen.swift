import Discover
import Networking
import OrbitModels
import Validation

/// `POST /discover/seen`: whom the caller has been shown. Whoever they may not see is passed over.
struct NoteSeen: Sendable {
    let context: Context

    var operation: Operation {
        context.signedInOnce(
            DiscoverRoutes.seen, .json, payload: { $0.userIDs.map(\.rawValue) }, perform: perform)
    }

    private func perform(
        _ transaction: any StoreTransaction, _ call: Call, _ caller: Caller, _ body: SeenRequest
    ) throws -> Reply {
        guard (1...SeenRequest.mostPeople).contains(body.userIDs.count) else {
            let code: FailureCode = body.userIDs.isEmpty ? .required : .tooMany
            throw Refusal.invalidInput(
                [FieldFailure(path: "user_ids", code: code, parameters: ["max": .integer(SeenRequest.mostPeople)])],
                "Name 1 to \(SeenRequest.mostPeople) people.")
        }
        let visibility = Visibility(of: caller.account, in: transaction)
        let people = try Set(body.userIDs).sorted().filter { try visibility.account($0) != nil }
        let day = context.day(on: caller.account.campus, at: call.now)
        try SeenRecord.note(people, shownTo: caller.userID, on: day, in: transaction, now: call.now)
        return try .success(MessageData(message: "Noted."))
    }
}
