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

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let origin = callers.origin(of: request, from: context.peer)
        let stream = try await bodies.withBody(of: request) { body in
            await backend.open(try Networking.HTTPRequest(request, to: server, body: body), origin: origin)
        }
        let response = try await StreamedResponse(
            stream: stream, channel: context.channel, openStreams: openStreams
        ).response()
        return request.method == .head ? response.createHeadResponse() : response
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
