import BackendRuntime
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Collects the bodies of requests, within the limits of one body, of one origin and of all bodies together.
struct BodyCollector: Sendable {
    let limits: ServerLimits
    let budget: ByteBudget

    /// Calls a closure with the body of a request. The bytes count towards the budget until the closure returns.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - origin: The network address of the caller.
    ///   - use: The closure.
    /// - Throws: ``ServerProblem`` if the body exceeds a limit or is truncated, and the errors of the closure.
    func withBody<Result>(
        of request: Request, from origin: String, _ use: (Data) async throws -> Result
    ) async throws -> Result {
        let limit = limits.bodyLimit(of: request.head.path)
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        if let announced, announced > limit { throw ServerProblem.bodyTooLarge(limit: limit) }
        let owner = ByteBudget.Owner(
            origin: OriginGroup(origin).text, isUpload: limits.isUpload(request.head.path))
        var reserved = 0
        defer { budget.release(reserved, of: owner) }
        var body = Data()
        for try await chunk in request.body {
            guard body.count + chunk.readableBytes <= limit else { throw ServerProblem.bodyTooLarge(limit: limit) }
            guard budget.reserve(chunk.readableBytes, for: owner) else {
                throw ServerProblem.overloaded(retryAfter: limits.retryAfter)
            }
            reserved += chunk.readableBytes
            body.append(contentsOf: chunk.readableBytesView)
        }
        // Hummingbird ends the body of a connection that was closed early like a complete body.
        if let announced, announced != body.count { throw ServerProblem.truncated }
        return try await use(body)
    }
}
