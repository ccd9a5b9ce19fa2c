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
