import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation
import __Feature__

/// `POST /__path_names__`: adds one of the caller's __words_names__.
struct Write__Names__: Operations {
    private static let adding = RateLimit(name: "__path_names__", tiers: [.init(count: 60, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                __Name__Routes.add, as: .person,
                BodyReader<New__Name__Request>.json.checked { body, _ in try Self.checked(body) },
                perform: add)
        ]
    }

    /// Returns the text as it is stored.
    private static func checked(_ body: New__Name__Request) throws -> String {
        let failures = __Name__Rules.failures(in: body)
        try failures.refuse("The text needs another look.")
        return __Name__Rules.text.cleaned(body.text)
    }

    private func add(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<New__Name__Request, String>
    ) throws -> OperationResult {
        let text = try checked.value()
        try Self.adding.admit(
            caller.userID.rawValue, in: transaction, now: transaction.now,
            message: "You have added much lately. Try again later.")
        let element = __Name__(id: __Name__ID(context.newIdentifier()), text: text, createdAt: transaction.now)
        try transaction.put(__Name__Record(owner: caller.userID, element: element))
        try transaction.append(
            .__name__Added, to: caller.userID, touches: [.__names__], data: Named(element))
        return .success(Named(element))
    }
}
