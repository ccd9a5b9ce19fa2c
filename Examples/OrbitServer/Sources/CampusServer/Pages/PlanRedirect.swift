import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Redirects a browser from a shared link, which is an address of the API, to the page of the plan.
struct PlanRedirect: RouterMiddleware {
    private static let prefix = ServerApplication.basePath + "/shared-plans/"

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get, request.uri.path.hasPrefix(Self.prefix), Self.isBrowser(request) else {
            return try await next(request, context)
        }
        let token = request.uri.path.dropFirst(Self.prefix.count)
        // Other characters could lead to another host.
        guard !token.isEmpty, token.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return HTMLPage.notFound.response
        }
        return Response(status: .seeOther, headers: [.location: "/plans/\(token)", .cacheControl: "no-store"])
    }

    /// Whether the caller prefers a page to JSON.
    private static func isBrowser(_ request: Request) -> Bool {
        guard let accept = request.headers[.accept] else { return false }
        return accept.contains("text/html") && !accept.contains("application/json")
    }
}
