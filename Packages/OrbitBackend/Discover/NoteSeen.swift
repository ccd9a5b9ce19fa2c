import Discover
import Networking
import OrbitModels
import Validation

/// `POST /discover/seen`: whom of their list the caller has been shown. Others are passed over.
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
        if let list = try transaction.get(DailyList.self, caller.userID.rawValue) {
            let named = Set(body.userIDs)
            // A report that comes after midnight is about the list of the day before.
            try SeenRecord.note(
                list.people.filter(named.contains), shownTo: caller.userID, on: list.day, in: transaction, now: call.now
            )
        }
        return try .success(MessageData(message: "Noted."))
    }
}
