public import Foundation
public import TimeAndChance

/// One call of a route: its parameters and body, and what a good answer holds.
///
/// ```swift
/// extension Endpoint<MessageData> {
///     static func wave(at user: UserID, note: String, key: IdempotencyKey) throws -> Self {
///         try Endpoint(Route(.post, "/users/{user_id}/waves"), parameters: ["user_id": user.rawValue])
///             .json(["note": note])
///             .idempotent(key)
///     }
/// }
/// ```
public struct Endpoint<Response: Decodable & Sendable>: Sendable {
    public var route: Route
    /// Values for the pattern's `{parameters}`; each fills exactly one segment, whatever it contains.
    public var parameters: [String: String]
    /// Query items in order; an item whose value is `nil` is left out.
    public var query: [(name: String, value: String?)]
    public var body: Data
    public var contentType: String?
    /// Makes a POST safe to send again: the server performs it once per key.
    public var idempotencyKey: IdempotencyKey?
    /// Perform only if the resource still has this version.
    public var ifMatch: EntityTag?
    /// Answer only if the resource has another version than this.
    public var ifNoneMatch: EntityTag?

    public init(_ route: Route, parameters: [String: String] = [:], query: [(name: String, value: String?)] = []) {
        self.route = route
        self.parameters = parameters
        self.query = query
        body = Data()
    }
}

/// The route and the sizes of its input: parameters, queries and bodies hold what is private.
extension Endpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(route) \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["summary": description]) }
}

/// The name of one intended effect, the same in every attempt at it (IETF draft "The Idempotency-Key
/// HTTP Header Field").
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

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
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
