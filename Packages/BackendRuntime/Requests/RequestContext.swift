public import Foundation
public import Networking
public import OrbitModels

/// A request that was routed to an operation.
public struct RequestContext: Sendable {
    /// The request as received.
    public let request: HTTPRequest
    /// The decoded values of the path's parameters.
    package let parameters: [String: String]
    /// The group of the caller's network address; see ``OriginGroup``.
    package let origin: String
    /// The instant at which the request arrived. All of its effects have this instant.
    public let now: Date
    /// The items of the query.
    public let query: QueryItems

    package init(request: HTTPRequest, parameters: [String: String], origin: String, now: Date) {
        (self.request, self.parameters, self.origin, self.now) = (request, parameters, origin, now)
        query = QueryItems(request.url)
    }

    /// The header fields.
    public var headers: HTTPHeaders { request.headers }

    /// Returns the decoded text of a parameter of the path.
    ///
    /// - Parameter name: The name of the parameter in the route, such as `post_id`.
    /// - Returns: The text, or an empty text if the route has no such parameter. No record has an empty key.
    public func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Returns the identifier in a parameter of the path.
    ///
    /// An identifier without a record gets the problem of the operation, usually ``HTTPProblem/notFound``.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter in the route, such as `user_id`.
    ///   - type: The type of the identifier.
    public func parameter<Entity>(_ name: String, as type: Identifier<Entity>.Type) -> Identifier<Entity> {
        Identifier(parameter(name))
    }
}
