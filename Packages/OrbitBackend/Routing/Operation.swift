import Networking

/// One route, and what is done when it is called.
struct Operation: Sendable {
    let route: Route
    /// The most bytes a body may have.
    let bodyLimit: Int
    let perform: @Sendable (Call) async throws -> Reply
}
