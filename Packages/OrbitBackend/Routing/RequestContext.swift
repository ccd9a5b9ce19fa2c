import Foundation
import Networking

/// A request on its way into the operation that it was routed to.
struct RequestContext: Sendable {
    let request: HTTPRequest
    /// The decoded values of the pattern's parameters.
    let parameters: [String: String]
    /// The group of the caller's network address; see ``OriginGroup``.
    let origin: String
    /// When the request came in; one instant for all that follows from it.
    let now: Date
    let query: QueryItems

    init(request: HTTPRequest, parameters: [String: String], origin: String, now: Date) {
        (self.request, self.parameters, self.origin, self.now) = (request, parameters, origin, now)
        query = QueryItems(request.url)
    }

    var headers: HTTPHeaders { request.headers }
}
