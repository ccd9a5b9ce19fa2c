package import Foundation
package import Networking
package import OrbitModels

/// A request on its way into the operation that it was routed to.
package struct RequestContext: Sendable {
    package let request: HTTPRequest
    /// The decoded values of the pattern's parameters.
    package let parameters: [String: String]
    /// The group of the caller's network address; see ``OriginGroup``.
    package let origin: String
    /// When the request came in; one instant for all that follows from it.
    package let now: Date
    package let query: QueryItems

    package init(request: HTTPRequest, parameters: [String: String], origin: String, now: Date) {
        (self.request, self.parameters, self.origin, self.now) = (request, parameters, origin, now)
        query = QueryItems(request.url)
    }

    package var headers: HTTPHeaders { request.headers }

    /// Returns the decoded text of a parameter of the path.
    ///
    /// - Parameter name: Its name in the pattern of the route, such as `post_id`.
    /// - Returns: The text, or an empty text if the pattern has no such parameter. No record has an empty key.
    package func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Returns the identifier in a parameter of the path.
    ///
    /// An identifier without a record gets the problem of the operation, usually ``HTTPProblem/notFound``.
    ///
    /// - Parameters:
    ///   - name: Its name in the pattern of the route, such as `user_id`.
    ///   - type: The type of the identifier.
    package func parameter<Entity>(_ name: String, as type: Identifier<Entity>.Type) -> Identifier<Entity> {
        Identifier(parameter(name))
    }
}
