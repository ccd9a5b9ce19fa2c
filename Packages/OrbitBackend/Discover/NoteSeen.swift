import BackendRuntime
import Discover
import Networking
import OrbitModels
import Validation

/// `POST /discover/seen`: the people the caller has been shown. Those they may not see are passed over.
struct NoteSeen: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                DiscoverRoutes.seen, BodyReader<SeenRequest>.json.checked { body, _ in try Self.check(body) },
                payload: { $0.body.userIDs.map(\.rawValue) }, perform: perform)
        ]
    }

    private static func check(_ body: SeenRequest) throws {
        guard !(1...SeenRequest.mostPeople).contains(body.userIDs.count) else { return }
        let code: FailureCode = body.userIDs.isEmpty ? .required : .tooMany
        throw HTTPProblem.invalidInput(
            [FieldFailure(path: "user_ids", code: code, parameters: ["max": .integer(SeenRequest.mostPeople)])],
            "Name 1 to \(SeenRequest.mostPeople) people.")
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<SeenRequest, Void>
    ) throws -> OperationResult {
        try checked.value()
        let visibility = Visibility(of: caller.account, in: transaction)
        let people = try Set(checked.body.userIDs).sorted().filter { try visibility.account($0) != nil }
        let day = context.day(on: caller.account.campus, at: call.now)
        try SeenRecord.note(people, shownTo: caller.userID, on: day, in: transaction, now: call.now)
        return .success(MessageData(message: "Noted."))
    }
}
