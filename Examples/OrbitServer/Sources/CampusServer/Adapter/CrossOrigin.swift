import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Lets one website on another host call the API (Fetch Standard, "CORS protocol").
///
/// Other origins get no field, so their browsers refuse the response. No credentials such as cookies are allowed: the
/// API only uses the `Authorization` field.
struct CrossOrigin: RouterMiddleware {
    private static let methods = "GET, POST, PUT, PATCH, DELETE"
    private static let requestFields =
        "Accept, Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID"
    /// The fields of a response that a script may read. The browser needs them in each response.
    private static let responseFields = "Date, ETag, Retry-After"
    /// The seconds for which a browser may keep the result of a preflight request.
    private static let maxAge = "600"

    /// The origin of the website, such as `https://app.example`.
    let origin: String

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let isAllowed = request.headers[.origin] == origin
        guard isAllowed, request.method == .options, request.headers[.accessControlRequestMethod] != nil else {
            var response = try await next(request, context)
            if isAllowed {
                response.headers[.accessControlAllowOrigin] = origin
                response.headers[.accessControlExposeHeaders] = Self.responseFields
            }
            // A cache must not send this response to a page of another origin.
            response.headers[values: .vary].append("Origin")
            return response
        }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: origin, .accessControlAllowMethods: Self.methods,
                .accessControlAllowHeaders: Self.requestFields, .accessControlMaxAge: Self.maxAge, .vary: "Origin",
            ])
    }
}
