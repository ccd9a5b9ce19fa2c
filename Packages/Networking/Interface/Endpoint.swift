public import Foundation
public import OrbitModels
public import TimeAndChance

/// One call of a route: its parameters and body, and what a good response holds.
///
/// ```swift
/// let route = Route(.post, "/users/{user_id}/waves")
/// try await client.perform(
///     Endpoint(route, parameters: ["user_id": user.rawValue]).json(["note": note]).idempotent(key))
/// ```
public struct Endpoint<Payload: Decodable & Sendable>: Sendable {
    /// The operation that is called.
    public var route: Route
    /// Values for the pattern's `{parameters}`; each fills exactly one segment, whatever it contains.
    public var parameters: [String: String]
    /// Query items in order; an item whose value is `nil` is left out.
    public var query: [(name: String, value: String?)]
    /// The bytes of the body; empty for none.
    public var body: Data
    /// The media type of the body; `nil` sends no field.
    public var contentType: String?
    /// Makes a POST safe to send again: the server performs it once per key.
    public var idempotencyKey: IdempotencyKey?
    /// Perform only if the resource still has this version.
    public var ifMatch: EntityTag?
    /// Send the resource only if it has another version than this.
    public var ifNoneMatch: EntityTag?

    /// Creates a call without a body. Items of `query` whose value is `nil` are left out.
    public init(_ route: Route, parameters: [String: String] = [:], query: [(name: String, value: String?)] = []) {
        self.route = route
        self.parameters = parameters
        self.query = query
        body = Data()
    }

    /// Creates a call for a page of a list: the one after `cursor`, or the first.
    public init(_ route: Route, after cursor: String?, limit: Int) {
        self.init(route, query: [("cursor", cursor), ("limit", String(limit))])
    }
}

/// The route and the sizes of its input: parameters, queries and bodies hold what is private.
extension Endpoint: Redacted {
    /// The route and the size of the body.
    public var description: String { "\(route) \(body.count) bytes" }
}

/// The name of one intended effect, the same in every attempt at it (IETF draft "The Idempotency-Key
/// HTTP Header Field").
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
    /// The text of the key, as it is sent.
    public let rawValue: String

    /// Creates a key from its text. An empty one is refused when it is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A new key of 128 random bits, for a new intent.
    public static func random(from random: RandomSource) -> IdempotencyKey {
        IdempotencyKey(rawValue: random.hexadecimal(bytes: 16))
    }
}

/// The version of a resource, as the `ETag` header names it, quotes included.
public struct EntityTag: RawRepresentable, Hashable, Sendable {
    /// The tag with its quotes, as it is sent.
    public let rawValue: String

    /// Creates a tag from the text of its field, quotes included.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// One operation of the API: a method and a path pattern, as `Docs/openapi.yaml` names them.
///
/// The client builds requests from it and the backend routes by it, so the two cannot drift apart.
public struct Route: Hashable, Sendable, CustomStringConvertible {
    /// Who may call it.
    public enum Access: Hashable, Sendable {
        /// No sign-in needed; no credential is sent.
        case anyone
        /// For signed-in users; the access token is sent.
        case session
    }

    /// The method of the request.
    public let method: HTTPMethod
    /// Such as `/users/{user_id}/reputation`: fixed segments and `{parameters}`.
    public let path: String
    /// Who may call it.
    public let access: Access

    /// Creates a route. `path` begins with a slash; its parameters are in braces, such as `/users/{user_id}`.
    public init(_ method: HTTPMethod, _ path: String, access: Access = .session) {
        self.method = method
        self.path = path
        self.access = access
    }

    /// The method and the pattern.
    public var description: String { "\(method) \(path)" }
}
