import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import PageParts

/// Adds the header fields of ``PageParts/PageRestrictions`` to every response.
struct PageHeaders: RouterMiddleware {
    private let fields: HTTPFields

    /// - Parameter isSecure: Whether browsers reach the site over https.
    init(isSecure: Bool) { fields = PageRestrictions.fields(isSecure: isSecure) }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in fields { response.headers[field.name] = field.value }
        return response
    }
}

/// Responds to errors of the inner handlers without their description, which can contain a value of a person.
struct PlainErrors: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            return Response(status: error.status)
        } catch {
            context.logger.error("request failed", metadata: ["error.type": "\(type(of: error))"])
            return Response(status: .internalServerError)
        }
    }
}
