public import Foundation
public import OrbitModels
public import TimeAndChance

/// A call of a route: its parameters, its body and the type of its payload.
///
/// ```swift
/// let route = Route(.post, "/users/{user_id}/waves")
/// try await client.perform(
///     Endpoint(route, parameters: ["user_id": user.rawValue]).json(["note": note]).idempotent(key))
/// ```
public struct Endpoint<Payload: Decodable & Sendable>: Sendable {
    /// The operation that is called.
    public var route: Route
    /// The values of the pattern's `{parameters}`. Each value fills exactly one segment.
    public var parameters: [String: String]
    /// The query items in order. An item whose value is `nil` is omitted.
    public var query: [(name: String, value: String?)]
    /// The bytes of the body. Without a body it is empty.
    public var body: Data
    /// The media type of the body; `nil` sends no `Content-Type` field.
    public var contentType: String?
    /// A key that makes a POST safe to retry. The server performs the request once per key.
    public var idempotencyKey: IdempotencyKey?
    /// The version that the resource must still have; otherwise the server refuses the request.
    public var ifMatch: EntityTag?
    /// The version that the caller has. The server sends the resource only if its version differs.
    public var ifNoneMatch: EntityTag?

    /// Creates a call without a body.
    ///
    /// - Parameters:
    ///   - route: The operation.
    ///   - parameters: The values of the pattern's `{parameters}`.
    ///   - query: The query items in order. An item whose value is `nil` is omitted.
    public init(_ route: Route, parameters: [String: String] = [:], query: [(name: String, value: String?)] = []) {
        self.route = route
        self.parameters = parameters
        self.query = query
        body = Data()
    }

    /// Creates a call for a page of a list.
    ///
    /// - Parameters:
    ///   - route: The operation that returns the list.
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements of the page.
    public init(_ route: Route, after cursor: String?, limit: Int) {
        self.init(route, query: [("cursor", cursor), ("limit", String(limit))])
    }
}

/// A description with the route and sizes. Parameters, queries and bodies contain private data.
extension Endpoint: Redacted {
    /// The route and the size of the body.
    public var description: String { "\(route) \(body.count) bytes" }
}

/// A key that identifies one intended effect. It is the same in every attempt (IETF draft "The Idempotency-Key HTTP
/// Header Field").
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
    /// The text of the key, as it is sent.
    public let rawValue: String

    /// Creates a key from its text. Sending an empty key throws `APIError.invalidRequest`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Returns a new key of 128 random bits, for a new intent.
    public static func random(from random: RandomSource) -> IdempotencyKey {
        IdempotencyKey(rawValue: random.hexadecimal(bytes: 16))
    }
}

/// The version of a resource as in the `ETag` header, with quotes.
public struct EntityTag: RawRepresentable, Hashable, Sendable {
    /// The tag with its quotes, as it is sent.
    public let rawValue: String

    /// Creates a tag from the value of the field, with quotes.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// An operation of the API: a method and a path pattern, as in `Docs/openapi.yaml`.
///
/// The client builds requests from it and the backend routes by it, so the two cannot differ.
public struct Route: Hashable, Sendable, CustomStringConvertible {
    /// The callers that an operation accepts.
    public enum Access: Hashable, Sendable {
        /// All callers. The client sends no credential.
        case anyone
        /// Signed-in users. The client sends the access token.
        case session
    }

    /// The method of the request.
    public let method: HTTPMethod
    /// The path pattern of fixed segments and `{parameters}`, such as `/users/{user_id}/reputation`.
    public let path: String
    /// The callers that the operation accepts.
    public let access: Access

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The pattern. It begins with a slash; its parameters are in braces, such as `/users/{user_id}`.
    ///   - access: The callers that the operation accepts.
    public init(_ method: HTTPMethod, _ path: String, access: Access = .session) {
        self.method = method
        self.path = path
        self.access = access
    }

    /// The method and the pattern.
    public var description: String { "\(method) \(path)" }
}
