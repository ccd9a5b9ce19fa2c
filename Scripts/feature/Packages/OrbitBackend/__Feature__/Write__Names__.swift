import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation
import __Feature__

/// The operations that change the caller's own list.
struct Write__Names__: Operations {
    static let adding = RateLimit(name: "__path_names__", tiers: [.init(count: 60, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                __Name__Routes.add, as: .person,
                BodyReader<New__Name__Request>.json.checked { body, _ in try Self.checked(body) },
                perform: add),
            context.signedInOnce(__Name__Routes.remove, .none, perform: remove),
        ]
    }

    /// Returns the text as it is stored.
    private static func checked(_ body: New__Name__Request) throws -> String {
        let failures = __Name__Rules.failures(in: body)
        try failures.refuse("Check your text. Something is not right yet.")
        return __Name__Rules.text.cleaned(body.text)
    }

    private func add(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<New__Name__Request, String>
    ) throws -> OperationResult {
        let text = try checked.value()
        guard try !__Name__Record.isFull(of: caller.userID, in: transaction) else {
            throw HTTPProblem.limitReached(
                "Your list is full. Remove something first.", most: __Name__Rules.maxElements)
        }
        try Self.adding.admit(
            caller.userID.rawValue, in: transaction, now: transaction.now,
            message: "You have added much lately. Try again later.")
        let element = __Name__(id: __Name__ID(context.newIdentifier()), text: text, createdAt: transaction.now)
        try transaction.put(__Name__Record(owner: caller.userID, element: element))
        try transaction.append(
            .__name__Added, to: caller.userID, touches: [.__names__], data: Keyed(element))
        return .success(Keyed(element))
    }

    /// An element of another person gets the same problem as an element that does not exist.
    private func remove(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        guard let record = try transaction.get(__Name__Record.self, call.parameter("__wire_name___id")),
            record.owner == caller.userID
        else { throw HTTPProblem.notFound }
        try transaction.delete(__Name__Record.self, record.key)
        try transaction.append(
            .__name__Removed, to: caller.userID, touches: [.__names__], data: Keyed(record.element.id))
        return .success(MessageData(message: "It is removed."))
    }
}
