import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The routes for the operator: `/health`, `/ready` and `/metrics`.
struct OperationRoutes: Sendable {
    let state: ServerState
    let callers: CallerAddress
    /// The token with which another machine reads `/metrics`.
    let token: String?

    func add(to router: Router<ServerContext>) {
        router.get("/health") { _, _ in Self.text(.ok, "ok\n") }
        router.get("/ready") { _, _ in
            await state.isReady() ? Self.text(.ok, "ready\n") : Self.text(.serviceUnavailable, "not ready\n")
        }
        router.get("/metrics") { request, context in
            // The response is the same as for an unknown address.
            guard isAllowed(request, context) else { throw ServerProblem.notFound }
            return Self.text(.ok, await state.prometheusText(), type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private func isAllowed(_ request: Request, _ context: ServerContext) -> Bool {
        if callers.isLocal(request, from: context.peer) { return true }
        guard let token, let field = request.headers[.authorization] else { return false }
        return Self.areEqual(field, "Bearer " + token)
    }

    /// Whether two texts are equal. The time depends on their lengths only.
    private static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func text(
        _ status: HTTPResponse.Status, _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
