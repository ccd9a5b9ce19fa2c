import BackendRuntime
import Hummingbird
import HummingbirdCore
import Networking
import OrbitBackend

/// Passes each request to the backend. All routes of the API, and all unknown addresses, have this responder.
struct BackendResponder: HTTPResponder {
    typealias Context = ServerContext

    let backend: OrbitBackend
    /// The scheme, host and port of the server.
    let server: String
    let bodies: BodyCollector
    let callers: CallerAddress
    let openStreams: OpenStreams
    /// The bytes of large responses in memory.
    let responseBudget: ByteBudget
    /// Whether the route is only for callers with a session.
    var needsSession = false

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let origin = callers.origin(of: request, from: context.peer)
        let stream = try await open(request, origin: origin)
        let response = try await StreamedResponse(
            stream: stream, channel: context.channel, openStreams: openStreams, limits: bodies.limits,
            budget: responseBudget, origin: OriginGroup(origin).text
        ).response()
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func open(_ request: Request, origin: String) async throws -> HTTPStream {
        let message = try Networking.HTTPRequest(request, to: server)
        guard await readsBody(of: message, isUpload: bodies.limits.isUpload(request.head.path)) else {
            return await backend.open(message, origin: origin)
        }
        return try await bodies.withBody(of: request, from: origin) { body in
            var message = message
            message.body = body
            return await backend.open(message, origin: origin)
        }
    }

    /// Whether the response can depend on the body. The backend refuses a request without a session before it reads the
    /// body, so these bytes would only use memory.
    private func readsBody(of message: Networking.HTTPRequest, isUpload: Bool) async -> Bool {
        guard needsSession else { return true }
        guard message.headers[.authorization] != nil else { return false }
        // The session is checked again with the body. An early check of each small body would cost more than the body.
        guard isUpload else { return true }
        do {
            _ = try await backend.caller(of: message)
            return true
        } catch {
            // After an error of the store, the backend reads the session itself.
            return !(error is HTTPProblem)
        }
    }
}

/// Passes requests without a route to the backend, which responds with 404 or 405 in the envelope.
struct UnknownRoutes: RouterMiddleware {
    let responder: BackendResponder

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if context.endpointPath != nil { return try await next(request, context) }
        return try await responder.respond(to: request, context: context)
    }
}
