import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Safety

/// `POST /check-in-contacts/{contact_token}/refuse` and `accept`: contacts opt out of messages, or opt in again.
///
/// The method is POST because mail scanners follow links. All wrong tokens get the same response, and the server writes
/// nothing.
struct ContactOptOut: Operations {
    /// The maximum number of check-ins whose owners are notified. More running check-ins with one address occur only by
    /// abuse.
    private static let maxNotified = 100

    let context: BackendContext

    var handlers: [RouteHandler] { [handler(CheckInRoutes.refuse, true), handler(CheckInRoutes.accept, false)] }

    private func handler(_ route: Route, _ isRefused: Bool) -> RouteHandler {
        RouteHandler(route: route, bodyLimit: BodyReader.none.limit) { call in
            let token = call.parameter("contact_token")
            guard token.isHexadecimal else { throw HTTPProblem.notFound }
            let key = context.contactKey(token)
            guard try await context.store.read({ try $0.get(ContactRecord.self, key) }) != nil else {
                throw HTTPProblem.notFound
            }
            return try await context.commit(at: call.now) { try decide(isRefused, key, $0) }
        }
    }

    /// Records the decision, and notifies the owners of running check-ins. So no owner relies on a message that will
    /// not be sent.
    private func decide(_ isRefused: Bool, _ key: String, _ transaction: LogTransaction) throws -> OperationResult {
        guard var contact = try transaction.get(ContactRecord.self, key) else { throw HTTPProblem.notFound }
        if (contact.refusedAt != nil) != isRefused {
            contact.refusedAt = isRefused ? transaction.now : nil
            try transaction.put(contact)
            for record in try CheckInRecord.naming(contact.address, limit: Self.maxNotified, in: transaction) {
                var record = record
                record.noteRefusal(isRefused)
                try transaction.put(record)
                try transaction.appendCheckIn(record)
            }
        }
        return .success(
            MessageData(
                message: isRefused
                    ? "You will get no more messages about check-ins."
                    : "People can choose you as a check-in contact again."))
    }
}
