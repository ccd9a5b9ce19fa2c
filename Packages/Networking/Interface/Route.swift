/// One operation of the API: a method and a path pattern, as `Docs/openapi.yaml` names them.
///
/// The client builds requests from it and the backend routes by it, so the two cannot drift apart.
public struct Route: Hashable, Sendable, CustomStringConvertible {
    /// Who may call it.
    public enum Access: Hashable, Sendable {
        /// Anyone; no credential is sent.
        case anyone
        /// Someone signed in; the access token is sent.
        case session
    }

    public let method: HTTPMethod
    /// Such as `/users/{user_id}/reputation`: fixed segments and `{parameters}`.
    public let path: String
    public let access: Access

    public init(_ method: HTTPMethod, _ path: String, access: Access = .session) {
        self.method = method
        self.path = path
        self.access = access
    }

    public var description: String { "\(method) \(path)" }
}
