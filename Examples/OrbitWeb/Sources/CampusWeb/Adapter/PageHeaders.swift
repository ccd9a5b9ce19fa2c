import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging

/// Adds the header fields that restrict browsers. A page loads only files of this site, and runs no script in its text.
struct PageHeaders: RouterMiddleware {
    private static let fields: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
                "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'",
                "frame-ancestors 'none'",
            ].joined(separator: "; ")
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ]

    let isSecure: Bool

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in Self.fields {
            if let name = HTTPField.Name(field.name) { response.headers[name] = field.value }
        }
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
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
