import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Networking

/// Turns every error of the inner responders into a response with the envelope of the API.
struct EnvelopeErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Self.problem(of: error)
            if problem.status == 500 {
                // The type alone, because the description of an error can contain a value of the request.
                context.logger.error("request failed", metadata: ["error.type": "\(type(of: error))"])
            }
            return request.method == .head ? problem.response.createHeadResponse() : problem.response
        }
    }

    private static func problem(of error: any Error) -> ServerProblem {
        switch error {
        case let problem as ServerProblem: problem
        case is HTTPParserError: .malformed
        // The client has reset the connection while the server read the body.
        case is IOError, is ChannelError: .truncated
        case let error as HTTPError where error.status == .notFound: .notFound
        case is TransportError, is CancellationError: .overloaded(retryAfter: 1)
        default: .internalFailure
        }
    }
}
